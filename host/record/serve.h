/* SPDX-License-Identifier: BSD-2-Clause */
/* The stream for further readers, over TCP on this machine: each gets the bytes from its connection on. */
#ifndef RECORD_SERVE_H
#define RECORD_SERVE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SERVE_MAX 16

struct serve {
    int listener; /**< -1: none */
    int reader[SERVE_MAX];
    unsigned readers, dropped; /**< those that were too slow */
};

/** Listen on the loopback. @param port  0: any; set to the one taken @return false after an error, errno is
 * set */
bool serve_open(struct serve *s, uint16_t *port);

/** Take a connection that waits. */
void serve_accept(struct serve *s);

/** Give bytes to all. A reader that doesn't take them loses its connection: the recording goes first. */
void serve_bytes(struct serve *s, const uint8_t *bytes, size_t n);
void serve_close(struct serve *s);

#endif
