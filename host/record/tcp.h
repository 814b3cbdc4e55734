/* SPDX-License-Identifier: BSD-2-Clause */
/* TCP servers as sources. */
#ifndef RECORD_TCP_H
#define RECORD_TCP_H

#include <stdbool.h>

/** @return whether a text is a valid number of a port, or the name of a service */
bool tcp_is_port(const char *text);

/** Connect to "HOST:PORT". @return a descriptor, or -1; `wrong` is the reason */
int tcp_connect(const char *address, const char **wrong);

#endif
