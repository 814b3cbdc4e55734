/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for descriptors: ../devices.c. */
#ifndef WINDOWS_POLL_H
#define WINDOWS_POLL_H

/* winsock2.h has others. */
#undef POLLIN
#undef POLLHUP
#define POLLIN  1
#define POLLHUP 2
#define pollfd  windows_pollfd
#define poll    windows_poll

struct pollfd {
    int fd; /**< negative: none */
    short events, revents;
};

/** Wait until one has input or has ended. @param timeout_ms  -1: none @return their number */
int poll(struct pollfd *list, unsigned n, int timeout_ms);

#endif
