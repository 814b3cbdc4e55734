/* SPDX-License-Identifier: BSD-2-Clause */
/* A packet of docs/wire-format.md while it is written: numbers, checksum, frame. */
#ifndef RECORD_PACKET_H
#define RECORD_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

#define PACKET_LIMIT (SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES)

struct packet {
    uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 16]; /* a number may be begun at the limit */
    unsigned used;
    bool failed; /**< longer than a packet may be */
};

/** A packet in its frame. */
struct packet_frame {
    uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 3];
    unsigned used;
};

void packet_begin(struct packet *p, unsigned type);
void packet_number(struct packet *p, uint64_t number);
void packet_bytes(struct packet *p, const void *bytes, size_t n);

/** Append length and bytes of a text; as much of it as fits. */
void packet_text(struct packet *p, const char *text);

/** Append the checksum, and make a frame of it. @return false when it is too long */
bool packet_end(struct packet *p, struct packet_frame *frame);

#endif
