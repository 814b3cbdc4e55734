/* SPDX-License-Identifier: BSD-2-Clause */
/* See encode_make.h. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include "encode_make.h"

uint8_t trace_words[CONFIG_TRACE_IDS];

struct trace_encoder e;
struct trace_subbuf subbuf;
static struct record sent[RECORDS_MAX];
unsigned n_sent;

int reset(void **state)
{
    (void)state;
    memset(&e, 0, sizeof e);
    e.send = take_frame;
    e.recording = RECORDING;
    event_shift = 0;
    memset(trace_words, TRACE_WORDS_NONE, sizeof trace_words);
    trace_words[SPOOR_WIRE_ID_TIME] = 2;
    for (unsigned n = 0; n <= SPOOR_WIRE_WORDS_MAX; n++) {
        trace_words[ID_WORDS(n)] = (uint8_t)n;
    }
    trace_words[ID_DATA] = SPOOR_WIRE_WORDS_DATA;
    trace_words[SPOOR_WIRE_ID_STACK] = SPOOR_WIRE_WORDS_DATA;
    trace_words[CONFIG_TRACE_IDS - 1] = 1;
    n_sent = 0;
    reset_decoded();
    return 0;
}

void open_subbuf(uint32_t n, uint64_t time, uint32_t dropped)
{
    subbuf.head = (struct spoor_wire_subbuf){
        .magic = SPOOR_WIRE_SUBBUF_MAGIC,
        .number = n,
        .time_low = (uint32_t)time,
        .time_high = (uint32_t)(time >> 32),
        .dropped = dropped,
    };
}

static uint32_t *room_for(unsigned words)
{
    uint32_t *at = subbuf.records + subbuf.head.used_words;

    assert_true(subbuf.head.used_words + words <= TRACE_SUBBUF_ROOM);
    subbuf.head.used_words += words;
    return at;
}

void add_time(uint64_t time)
{
    uint32_t *at = room_for(3);

    at[0] = SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
    at[1] = (uint32_t)time;
    at[2] = (uint32_t)(time >> 32);
}

void add(unsigned id, uint64_t time, const uint32_t *words)
{
    unsigned n = trace_words[id];
    uint32_t *at = room_for(1 + n);

    at[0] = SPOOR_WIRE_HEADER_WORD(id) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
    sent[n_sent] = (struct record){.id = id, .words = n, .time = time};
    for (unsigned i = 0; i < n; i++) {
        at[1 + i] = sent[n_sent].word[i] = words[i];
    }
    n_sent++;
}

void add_data(unsigned id, uint64_t time, const void *data, uint32_t n)
{
    uint32_t *at = room_for(2 + (n + 3) / 4);

    at[0] = SPOOR_WIRE_HEADER_WORD(id) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
    at[1] = n;
    memcpy(at + 2, data, n);
    sent[n_sent] = (struct record){.id = id, .words = SPOOR_WIRE_WORDS_DATA, .time = time, .bytes = n};
    memcpy(sent[n_sent].data, data, n);
    n_sent++;
}

bool fits(unsigned words)
{
    return subbuf.head.used_words + words <= TRACE_SUBBUF_ROOM;
}

void send_subbuf(unsigned cpu)
{
    for (unsigned i = n_got; i < n_sent; i++) {
        sent[i].cpu = cpu;
    }
    trace_encode_subbuf(&e, cpu, &subbuf);
    assert_int_equal(n_got, n_sent);
    for (unsigned i = 0; i < n_sent; i++) {
        sent[i].time = sent[i].time >> event_shift << event_shift;
        assert_memory_equal(&got[i], &sent[i], sizeof got[i]);
    }
    assert_int_equal(e.bytes_sent, bytes);
}
