/* SPDX-License-Identifier: BSD-2-Clause */
/* A decoder written from docs/wire-format.md for the encoder's tests. Anything invalid fails the test. */
#ifndef ENCODE_READ_H
#define ENCODE_READ_H

#include <spoor/core/encode.h>

#define RECORDS_MAX 1024

/** The recording number in each packet. */
#define RECORDING 5

struct record {
    unsigned cpu, id, words;
    uint64_t time;
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    uint32_t bytes;
    uint8_t data[SPOOR_WIRE_PACKET_MAX];
};

/* The decoded packets. */
extern struct record got[RECORDS_MAX];
extern unsigned n_got, packets[CONFIG_CPUS], gaps, frames;
extern size_t longest_frame, bytes;

/** Log2 of the cycles in a tick. Times are compared in cycles, rounded down to ticks. */
extern unsigned event_shift;
extern uint64_t gap_cpu, gap_count, gap_from, gap_to, clears, cleared, lost_until;
extern uint32_t lost[CONFIG_TRACE_IDS], lost_total, losses_sent;

/* The last packet, including its checksum. */
extern uint8_t packet[SPOOR_WIRE_PACKET_MAX];
extern size_t packet_bytes;

struct reader {
    const uint8_t *at, *end;
};

uint64_t number(struct reader *r);
uint32_t murmur3(const char *data, size_t n);

/* Decode a frame from the encoder. */
void take_frame(const uint8_t *frame, size_t n);

void reset_decoded(void);

#endif
