/* SPDX-License-Identifier: BSD-2-Clause */
/* Serial ports: a source that isn't a socket. */
#ifndef RECORD_SERIAL_H
#define RECORD_SERIAL_H

/**
 * Open a file or a serial port, or a pty in its place. A port passes bytes unchanged.
 *
 * @param baud   rate of a port; 0: unchanged
 * @param wrong  set to the reason after an error, or unchanged if it is errno's
 * @return a descriptor, or -1
 */
int serial_open(const char *name, unsigned baud, const char **wrong);

#endif
