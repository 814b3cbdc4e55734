/* SPDX-License-Identifier: BSD-2-Clause */
/* The stream for other readers, over TCP on this machine. A reader receives the bytes since it connected. */
#ifndef RECORD_SERVE_H
#define RECORD_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SERVE_MAX 16

struct serve {
    int listener; /**< -1: none */
    int reader[SERVE_MAX];
    unsigned readers, dropped; /**< now connected; disconnected because they were too slow */
};

/** Listen on loopback. @param port  0: any free port; set to the port @return false after an error; errno is
 * set */
bool serve_open(struct serve *s, uint16_t *port);

/** Accept a pending connection. */
void serve_accept(struct serve *s);

/** Send bytes to all readers. A reader that can't take them is disconnected: recording has priority. */
void serve_bytes(struct serve *s, const uint8_t *bytes, size_t n);
void serve_close(struct serve *s);

#endif
