/* SPDX-License-Identifier: BSD-2-Clause */
/* RTT through OpenOCD. */
#ifndef RECORD_RTT_H
#define RECORD_RTT_H

/**
 * Let OpenOCD start RTT by its telnet port, and connect to its server of up-channel 0. Waits for the target's
 * control block.
 *
 * @param address  "HOST", "HOST:PORT" of the telnet port, or "HOST:PORT:RTT_PORT"; then "@ADDRESS+SIZE", the
 *                 memory in which OpenOCD shall look for the control block, if its settings don't say it
 * @return a descriptor, or -1; `wrong` is the reason
 */
int rtt_connect(const char *address, const char **wrong);

#endif
