/* SPDX-License-Identifier: BSD-2-Clause */
/* See encode_read.h. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/core/ids.h>
#include "encode_read.h"

struct record got[RECORDS_MAX];
unsigned n_got, packets[CONFIG_CPUS], gaps, frames;
size_t longest_frame, bytes;
unsigned event_shift;
uint64_t gap_cpu, gap_count, gap_from, gap_to, clears, cleared, lost_until;
uint32_t lost[CONFIG_TRACE_IDS], lost_total, losses_sent;

uint64_t number(struct reader *r)
{
    uint64_t n = 0;

    for (unsigned shift = 0;; shift += 7) {
        assert_true(r->at < r->end && shift < 70);
        n |= (uint64_t)(*r->at & 0x7F) << shift;
        if (!(*r->at++ & 0x80)) {
            return n;
        }
    }
}

static uint32_t long_table[SPOOR_WIRE_LONG_SLOTS], last_long;

static uint32_t word(struct reader *r)
{
    if (r->end - r->at >= 2 && r->at[0] >= 0x80 && r->at[1] == 0) {
        uint32_t slot = r->at[0] & 0x7Fu;

        assert_true(slot < SPOOR_WIRE_LONG_SLOTS && long_table[slot] != 0);
        r->at += 2;
        return last_long = long_table[slot];
    }
    uint64_t n = number(r);

    if (n >= 16384) {
        n -= 16384;
        last_long += (uint32_t)(n % 2 ? -(n / 2) - 1 : n / 2);
        n = last_long;
        assert_true(n >= 16384);
        long_table[(uint32_t)n * 0x9E3779B1u >> 27 & (SPOOR_WIRE_LONG_SLOTS - 1)] = (uint32_t)n;
    }
    return (uint32_t)n;
}

static void read_record(struct reader *r, unsigned cpu, uint64_t *time)
{
    assert_true(n_got < RECORDS_MAX);
    struct record *out = &got[n_got++];

    uint64_t delta_and_code = number(r);
    unsigned code = (unsigned)(delta_and_code % 16);

    *out = (struct record){.cpu = cpu, .id = code < 15 ? code + 14 : (unsigned)number(r)};
    assert_true(out->id < CONFIG_TRACE_IDS && out->id != SPOOR_WIRE_ID_TIME);
    *time += delta_and_code / 16;
    out->time = *time << event_shift;
    out->words = trace_words_of(out->id);
    if (out->words == SPOOR_WIRE_WORDS_DATA) {
        out->bytes = (uint32_t)number(r);
        assert_true(out->bytes <= (size_t)(r->end - r->at));
        memcpy(out->data, r->at, out->bytes);
        r->at += out->bytes;
        return;
    }
    for (unsigned i = 0; i < out->words; i++) {
        out->word[i] = word(r);
    }
}

static void read_events(struct reader *r)
{
    unsigned cpu = (unsigned)number(r), before = 0;

    assert_true(cpu < CONFIG_CPUS);
    for (unsigned i = 0; i < n_got; i++) {
        before += got[i].cpu == cpu;
    }
    assert_int_equal(number(r), packets[cpu]++);
    assert_int_equal(number(r), before);
    uint64_t time = number(r);

    memset(long_table, 0, sizeof long_table);
    last_long = 0;
    while (r->at < r->end) {
        read_record(r, cpu, &time);
    }
}

static void read_losses(struct reader *r)
{
    assert_int_equal(number(r), 0);
    clears = number(r);
    cleared = number(r);
    losses_sent = (uint32_t)number(r);
    lost_total = (uint32_t)number(r);
    lost_until = number(r);
    while (r->at < r->end) {
        unsigned id = (unsigned)number(r);

        assert_true(id < CONFIG_TRACE_IDS);
        lost[id] = (uint32_t)number(r);
    }
}

static void read_packet(struct reader *r)
{
    unsigned type = *r->at++;

    if (type == SPOOR_WIRE_HEADER) {
        assert_int_equal(number(r), SPOOR_WIRE_VERSION);
    }
    assert_int_equal(number(r), RECORDING);
    switch (type) {
    case SPOOR_WIRE_EVENTS:
        read_events(r);
        break;
    case SPOOR_WIRE_GAP:
        gaps++;
        gap_cpu = number(r);
        assert_int_equal(number(r), packets[gap_cpu]++);
        gap_count = number(r);
        gap_from = number(r);
        gap_to = number(r);
        assert_ptr_equal(r->at, r->end);
        break;
    case SPOOR_WIRE_CLEARED:
        packets[number(r)]++;
        clears = number(r);
        cleared = number(r);
        break;
    case SPOOR_WIRE_LOSSES:
        read_losses(r);
        break;
    default:
        break;
    }
}

static uint32_t rotated(uint32_t n, unsigned bits)
{
    return n << bits | n >> (32 - bits);
}

uint32_t murmur3(const char *data, size_t n)
{
    uint32_t h = 0;

    for (size_t at = 0; at < n; at += 4) {
        uint32_t k = 0;

        memcpy(&k, data + at, n - at < 4 ? n - at : 4);
        h ^= rotated(k * 0xCC9E2D51, 15) * 0x1B873593;
        if (n - at >= 4) {
            h = rotated(h, 13) * 5 + 0xE6546B64;
        }
    }
    h ^= (uint32_t)n;
    h = (h ^ h >> 16) * 0x85EBCA6B;
    h = (h ^ h >> 13) * 0xC2B2AE35;
    return h ^ h >> 16;
}

uint8_t packet[SPOOR_WIRE_PACKET_MAX];
size_t packet_bytes;

void take_frame(const uint8_t *frame, size_t n)
{
    frames++;
    bytes += n;
    longest_frame = n > longest_frame ? n : longest_frame;
    assert_true(n >= 4 && n <= TRACE_FRAME_MAX);
    assert_int_equal(frame[0], 0);
    assert_int_equal(frame[n - 1], 0);
    packet_bytes = 0;
    for (size_t at = 1; at < n - 1;) {
        size_t next = at + frame[at];

        assert_true(next > at && next <= n - 1);
        for (at++; at < next; at++) {
            assert_int_not_equal(frame[at], 0);
            packet[packet_bytes++] = frame[at];
        }
        if (at < n - 1) {
            packet[packet_bytes++] = 0;
        }
    }
    assert_true(packet_bytes > SPOOR_WIRE_SUM_BYTES);
    size_t body = packet_bytes - SPOOR_WIRE_SUM_BYTES;

    for (unsigned i = 0; i < SPOOR_WIRE_SUM_BYTES; i++) {
        assert_int_equal(packet[body + i], (uint8_t)(murmur3((const char *)packet, body) >> 8 * i));
    }
    struct reader r = {packet, packet + body};

    read_packet(&r);
}

void reset_decoded(void)
{
    n_got = gaps = frames = 0;
    longest_frame = bytes = 0;
    memset(packets, 0, sizeof packets);
    memset(lost, 0, sizeof lost);
}
