/* SPDX-License-Identifier: BSD-2-Clause */
/* Encoding of a packet of docs/wire-format.md: numbers, checksum, frame. */
#ifndef ENCODE_PACKET_H
#define ENCODE_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

#define PACKET_LIMIT (SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES)

struct packet {
    uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 16]; /* a number may begin at the limit */
    unsigned used;
    bool failed; /**< the packet is too long */
};

/** A packet in its frame. */
struct packet_frame {
    uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 3];
    unsigned used;
};

void packet_begin(struct packet *p, unsigned type);
void packet_number(struct packet *p, uint64_t number);
void packet_bytes(struct packet *p, const void *bytes, size_t n);

/** Append the length and the bytes of a text, cut to fit. */
void packet_text(struct packet *p, const char *text);

/** Append the checksum, and make a frame of it. @return false if it is too long */
bool packet_end(struct packet *p, struct packet_frame *frame);

#endif
