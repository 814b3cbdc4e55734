/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptors of the C library that stand for sockets and serial ports. */
#ifndef WINDOWS_DEVICES_H
#define WINDOWS_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

enum device { DEVICE_NONE, DEVICE_SOCKET, DEVICE_SERIAL };

/** Make a descriptor. @param handle  is closed after an error @return -1 after an error; errno is set */
int device_add(enum device kind, intptr_t handle);

enum device device_of(int fd);

/** @return whether a name is that of a serial port */
bool is_serial(const char *name);

#endif
