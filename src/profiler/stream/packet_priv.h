/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface between packet.c and encode.c. A packet is built after the frame's first two bytes, so that
 * it can be stuffed in place.
 */
#ifndef PACKET_PRIV_H
#define PACKET_PRIV_H

#include <spoor/core/encode.h>

#define PACKET_START 2 /* after a zero and the first COBS code; a word boundary */
#define PACKET_LIMIT (PACKET_START + SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES)

#define NUMBER_MAX 5

/* Start a packet of a type, without the recording's number. */
void spoor_packet_begin(struct trace_encoder *e, enum spoor_wire_type type);

/* Compile for size, not speed: for code that doesn't run for each record. */
#define SMALL __attribute__((cold))

static inline uint8_t *put_number(uint8_t *at, uint32_t n)
{
    for (; n >= 0x80; n >>= 7) {
        *at++ = (uint8_t)(n | 0x80);
    }
    *at++ = (uint8_t)n;
    return at;
}

uint8_t *spoor_packet_put_number64(uint8_t *at, uint64_t n);

/** @return a time in ticks of the stream */
uint64_t spoor_packet_ticks(const struct trace_encoder *e, uint64_t cycles) __attribute__((pure));

#endif
