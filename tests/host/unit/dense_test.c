/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encode random sub-buffers of two CPUs as dense packets, and read the stream, whole and damaged. Each record
 * that the reader returns must be the one that was sent at its place, and each other one must be counted as
 * lost.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <read/reader.h>
#include <spoor/core/encode.h>
#include <spoor/core/ids.h>
#include <spoor/event.h>
#include "read_make.h"

#define SENT_MAX   20000
#define FRAMES_MAX 4000
#define ID_DATA    (SPOOR_WIRE_ID_FIRST + SPOOR_WIRE_WORDS_MAX + 1)
#define ONES       60 /* events with one word, some of whose IDs can't be predicted in 4 bits */
#define IDS        (ID_DATA + 1 + ONES)

uint8_t trace_words[CONFIG_TRACE_IDS];

struct sent {
    uint64_t time;
    unsigned id, bytes;
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    uint8_t data[TRACE_DATA_MAX];
};

static struct make_event events[IDS - SPOOR_WIRE_ID_FIRST + 1];
static struct make elf_file, stream, bad;
static struct spoor_elf *elf;
static struct trace_encoder encoder;
static struct trace_subbuf subbuf;
static struct sent sent[CONFIG_CPUS][SENT_MAX];
static unsigned sent_count[CONFIG_CPUS];
static uint32_t dropped[CONFIG_CPUS];
static struct {
    size_t begin, end;
    unsigned type;
} frames[FRAMES_MAX];
static unsigned frame_count;
static uint32_t seed;

static uint32_t any(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed ^ seed >> 15) * below >> 32);
}

/* ------------------------------------------------------------------ sending */

static void take_frame(const uint8_t *frame, size_t n)
{
    assert_true(frame_count < FRAMES_MAX && n <= TRACE_FRAME_MAX);
    frames[frame_count].begin = stream.used;
    make_bytes(&stream, frame, n);
    frames[frame_count].end = stream.used;
    frames[frame_count++].type = frame[2];
}

static int set_up(void **state)
{
    static const char *const one[] = {"name", NULL};
    static const char *const fields[] = {"", "a", "a,b", "a,b,c", "a,b,c,d", "a,b,c,d,e", "a,b,c,d,e,f"};

    (void)state;
    memset(trace_words, TRACE_WORDS_NONE, sizeof trace_words);
    trace_words[SPOOR_WIRE_ID_TIME] = 2;
    trace_words[SPOOR_WIRE_ID_STACK] = trace_words[SPOOR_WIRE_ID_THREAD] = SPOOR_WIRE_WORDS_DATA;
    for (unsigned id = SPOOR_WIRE_ID_FIRST; id < IDS; id++) {
        unsigned n = id < ID_DATA ? id - SPOOR_WIRE_ID_FIRST : 1;

        trace_words[id] = (uint8_t)(id == ID_DATA ? SPOOR_WIRE_WORDS_DATA : n);
        events[id - SPOOR_WIRE_ID_FIRST] = id == ID_DATA ? (struct make_event){"data", "bytes:hex", 3}
                                                         : (struct make_event){"event", fields[n], 0};
    }
    make_elf(&elf_file,
             &(struct make_elf){.events = events, .blocks = one, .points = one, .build_id = "\1\2\3\4"});
    elf = spoor_elf_open_memory(elf_file.bytes, elf_file.used, "test", NULL);
    return elf == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    spoor_elf_close(elf);
    return 0;
}

static uint32_t any_word(void)
{
    static const uint32_t edges[] = {0,          1,          63,         64,        238,
                                     239,        240,        0x3FFF,     0x4000,    0x20000000,
                                     0x7FFFFFFF, 0x80000000, UINT32_MAX, 0xFFFFBFFF};

    switch (any(5)) {
    case 0:
        return edges[any(sizeof edges / sizeof edges[0])];
    case 1:
        return 0x20000000 + 4 * any(12);
    case 2:
        return any(UINT32_MAX) >> any(32);
    default:
        return any(6);
    }
}

/* Append a record to the sub-buffer. */
static void add(unsigned cpu, uint64_t time, struct sent s)
{
    unsigned n = trace_words[s.id];
    uint32_t *at = subbuf.records + subbuf.head.used_words;

    assert_true(sent_count[cpu] < SENT_MAX);
    *at++ = SPOOR_WIRE_HEADER_WORD(s.id) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
    if (n == SPOOR_WIRE_WORDS_DATA) {
        *at++ = s.bytes;
        memcpy(at, s.data, s.bytes);
        at += (s.bytes + 3) / 4;
    } else {
        memcpy(at, s.word, n * sizeof *at);
        at += n;
    }
    subbuf.head.used_words = (uint32_t)(at - subbuf.records);
    s.time = time >> encoder.shift << encoder.shift;
    sent[cpu][sent_count[cpu]++] = s;
}

static void add_time(uint64_t time)
{
    uint32_t *at = subbuf.records + subbuf.head.used_words;

    at[0] = SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
    at[1] = (uint32_t)time;
    at[2] = (uint32_t)(time >> 32);
    subbuf.head.used_words += 3;
}

static struct sent any_record(void)
{
    struct sent s = {.id = any(30) == 0  ? ID_DATA
                           : any(3) == 0 ? ID_DATA + 1 + any(ONES)
                                         : SPOOR_WIRE_ID_FIRST + any(7)};

    if (s.id == ID_DATA) {
        s.bytes = any(4) == 0 ? any(TRACE_DATA_MAX + 1) : any(20);
        for (unsigned i = 0; i < s.bytes; i++) {
            s.data[i] = (uint8_t)any(256);
        }
    }
    for (unsigned i = 0; s.id != ID_DATA && i < trace_words[s.id]; i++) {
        s.word[i] = any_word();
    }
    return s;
}

/* Fill and send one sub-buffer: records that repeat a pattern, and others. */
static void send_subbuf(unsigned cpu, uint64_t *time, const struct sent *pattern, unsigned length)
{
    unsigned most = 1 + any(60);

    dropped[cpu] += any(12) == 0 ? 1 + any(9) : 0;
    subbuf.head = (struct spoor_wire_subbuf){.magic = SPOOR_WIRE_SUBBUF_MAGIC,
                                             .time_low = (uint32_t)*time,
                                             .time_high = (uint32_t)(*time >> 32),
                                             .dropped = dropped[cpu]};
    for (unsigned n = 0; n < most; n++) {
        struct sent s = any(4) == 0 ? any_record() : pattern[n % length];

        if (subbuf.head.used_words + 3 + 2 + (s.bytes + 3) / 4 + SPOOR_WIRE_WORDS_MAX > TRACE_SUBBUF_ROOM) {
            break;
        }
        if (any(40) == 0) {
            *time += (uint64_t)any(UINT32_MAX) << any(4);
            add_time(*time);
        }
        *time += any(3) == 0 ? any(1u << any(22)) : 40 * (n % length);
        add(cpu, *time, s);
    }
    trace_encode_subbuf(&encoder, cpu, &subbuf);
}

static void send_losses(const uint64_t *time)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring_counts counts = {.lost = dropped[cpu], .until = time[cpu]};

        trace_encode_losses(&encoder, cpu, &counts, NULL);
    }
}

/* Make a stream. */
static void send(uint32_t with, unsigned shift, unsigned subbufs)
{
    struct sent pattern[9];
    uint64_t time[CONFIG_CPUS] = {0};

    seed = with;
    memset(&encoder, 0, sizeof encoder);
    memset(sent_count, 0, sizeof sent_count);
    memset(dropped, 0, sizeof dropped);
    stream.used = frame_count = 0;
    encoder.send = take_frame;
    encoder.recording = 1;
    encoder.shift = shift;
    for (unsigned i = 0; i < 9; i++) {
        pattern[i] = any_record();
    }
    make_any_header(&stream, &(struct make_header){.version = SPOOR_WIRE_VERSION_DENSE,
                                                   .recording = 1,
                                                   .boots = 1,
                                                   .cpus = CONFIG_CPUS,
                                                   .hz = 4000000000,
                                                   .shift = shift,
                                                   .events = IDS - SPOOR_WIRE_ID_FIRST,
                                                   .build_id = "\1\2\3\4"});
    for (unsigned n = 0; n < subbufs; n++) {
        unsigned cpu = any(3) == 0;

        send_subbuf(cpu, &time[cpu], pattern, 2 + any(8));
        if (any(50) == 0) {
            send_losses(time);
        }
    }
    send_losses(time);
}

/* ------------------------------------------------------------------ reading */

struct result {
    unsigned decoded, lost;
};

static void check_record(const struct spoor_item *item, const struct sent *s)
{
    assert_int_equal(item->id, s->id);
    assert_true(item->time == s->time);
    if (trace_words[s->id] == SPOOR_WIRE_WORDS_DATA) {
        assert_int_equal(item->bytes, s->bytes);
        assert_memory_equal(item->data, s->data, s->bytes);
    } else {
        assert_memory_equal(item->word, s->word, trace_words[s->id] * sizeof s->word[0]);
    }
}

/* Read a stream, and compare each record with the one that was sent in its place. */
static struct result check(const uint8_t *bytes, size_t n)
{
    struct spoor_reader *r = spoor_open_memory(bytes, n, "test", elf, NULL);
    unsigned at[CONFIG_CPUS] = {0};
    struct result result = {0, 0};
    const struct spoor_item *item;

    while (spoor_next(r, &item) > 0) {
        if (item->kind == SPOOR_RECORD) {
            assert_true(at[item->cpu] < sent_count[item->cpu]);
            check_record(item, &sent[item->cpu][at[item->cpu]++]);
            result.decoded++;
        } else if (item->kind == SPOOR_MISSING || item->kind == SPOOR_JOINED) {
            at[item->cpu] += item->count;
            result.lost += item->count;
        }
    }
    assert_int_equal(spoor_traffic(r)->wrong, 0);
    spoor_close(r);
    return result;
}

static unsigned all_sent(void)
{
    unsigned all = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        all += sent_count[cpu];
    }
    return all;
}

static void random_streams_are_decoded_as_sent(void **state)
{
    (void)state;
    for (uint32_t with = 0; with < 60; with++) {
        send(with, with % 4, 150);
        struct result result = check(stream.bytes, stream.used);

        assert_int_equal(result.decoded, all_sent());
        assert_int_equal(result.lost, 0);
    }
}

static void a_packet_continues_after_a_sub_buffer(void **state)
{
    unsigned packets = 0;

    (void)state;
    send(1, 0, 0);
    seed = 5;
    for (unsigned n = 0; n < 20; n++) {
        uint64_t time = 1000 * n;

        subbuf.head = (struct spoor_wire_subbuf){.time_low = (uint32_t)time};
        for (unsigned i = 0; i < 20; i++) {
            add(0, time + 40 * i, (struct sent){.id = SPOOR_WIRE_ID_FIRST});
        }
        trace_encode_subbuf(&encoder, 0, &subbuf);
    }
    send_losses((const uint64_t[CONFIG_CPUS]){20000});
    for (unsigned i = 0; i < frame_count; i++) {
        packets += frames[i].type == SPOOR_WIRE_DENSE;
    }
    assert_int_equal(check(stream.bytes, stream.used).decoded, 400);
    assert_true(packets <= 400 / CONFIG_TRACE_DENSE_RECORDS + 1);
}

static void the_packet_after_a_header_is_readable_alone(void **state)
{
    const struct sent pattern = {.id = SPOOR_WIRE_ID_FIRST + 1, .word = {7}};

    (void)state;
    send(13, 0, 4);
    uint64_t time = sent_count[0] != 0 ? sent[0][sent_count[0] - 1].time : 0;
    unsigned before = sent_count[0];

    trace_encode_begin(&encoder, SPOOR_WIRE_HEADER);
    trace_encode_end(&encoder);
    size_t from = stream.used;

    send_subbuf(0, &time, &pattern, 1);
    trace_encode_flush(&encoder);
    bad.used = 0;
    make_bytes(&bad, stream.bytes, frames[0].begin); /* the header */
    make_bytes(&bad, stream.bytes + from, stream.used - from);
    assert_int_equal(check(bad.bytes, bad.used).decoded, sent_count[0] - before);
}

/* The first record of a sub-buffer may come 2^31 ticks and more after the last one of the packet. */
static void a_time_between_sub_buffers_may_take_32_bits(void **state)
{
    static const uint32_t gaps[] = {
        0, 1, SPOOR_WIRE_TIME_MASK, SPOOR_WIRE_TIME_MASK + 1, INT32_MAX, 0x80000000, UINT32_MAX};
    static const uint32_t later[] = {0, 1, 5, SPOOR_WIRE_TIME_MASK};
    const struct sent s = {.id = SPOOR_WIRE_ID_FIRST};

    (void)state;
    for (unsigned n = 0; n < 2 * 3 * 7 * 4; n++) {
        unsigned shift = n / 2 % 3;
        uint64_t time = 0,
                 step = n % 2 == 0 ? 7 : SPOOR_WIRE_TIME_MASK; /* of a low class, and of a periodic one */

        send(1, shift, 0);
        subbuf.head = (struct spoor_wire_subbuf){.magic = SPOOR_WIRE_SUBBUF_MAGIC};
        for (unsigned i = 0; i < 8; i++) {
            add(0, time += step, s);
        }
        trace_encode_subbuf(&encoder, 0, &subbuf);
        time += (uint64_t)gaps[n / 6 % 7] << shift;
        subbuf.head =
            (struct spoor_wire_subbuf){.time_low = (uint32_t)time, .time_high = (uint32_t)(time >> 32)};
        add(0, time += later[n / 42], s);
        add(0, time += step, s);
        trace_encode_subbuf(&encoder, 0, &subbuf);
        send_losses((const uint64_t[CONFIG_CPUS]){time});
        assert_int_equal(check(stream.bytes, stream.used).decoded, 10);
    }
}

/* Six long words that can't be predicted, after a long time: take_frame() checks the size of packets. */
static void packets_of_the_longest_records_fit(void **state)
{
    (void)state;
    for (uint32_t with = 0; with < 15; with++) {
        uint64_t time = 0;

        send(with, 0, 0);
        for (unsigned n = 0; n < 2000; n++) {
            struct sent s = {.id = SPOOR_WIRE_ID_FIRST + SPOOR_WIRE_WORDS_MAX};

            for (unsigned i = 0; i < SPOOR_WIRE_WORDS_MAX; i++) {
                s.word[i] = SPOOR_WIRE_LONG_WORD + any(UINT32_MAX - SPOOR_WIRE_LONG_WORD);
            }
            time += any(UINT32_MAX) >> any(12);
            subbuf.head =
                (struct spoor_wire_subbuf){.time_low = (uint32_t)time, .time_high = (uint32_t)(time >> 32)};
            add(0, time, s);
            trace_encode_subbuf(&encoder, 0, &subbuf);
        }
        send_losses((const uint64_t[CONFIG_CPUS]){time});
        assert_int_equal(check(stream.bytes, stream.used).decoded, 2000);
    }
}

/* Send the first words of a sub-buffer with a number, data, a time and six numbers. @return the whole records
 * in them */
static unsigned send_cut(unsigned words, uint32_t data_bytes)
{
    const unsigned with_six = SPOOR_WIRE_ID_FIRST + SPOOR_WIRE_WORDS_MAX;
    unsigned whole = 0, data_at;

    send(1, 0, 0);
    subbuf.head = (struct spoor_wire_subbuf){.time_low = 100};
    add(0, 100, (struct sent){.id = SPOOR_WIRE_ID_FIRST + 1, .word = {7}});
    whole += subbuf.head.used_words <= words;
    data_at = subbuf.head.used_words + 1;
    add(0, 140, (struct sent){.id = ID_DATA, .bytes = 13, .data = "thirteen byte"});
    subbuf.records[data_at] = data_bytes;
    whole += subbuf.head.used_words <= words && data_bytes == 13;
    add_time(UINT64_C(0x500000000));
    add(0, UINT64_C(0x500000010), (struct sent){.id = with_six, .word = {1, 2, 3, 4, 5, 6}});
    whole += subbuf.head.used_words <= words && data_bytes == 13;
    subbuf.head.used_words = words < subbuf.head.used_words ? words : subbuf.head.used_words;
    sent_count[0] = whole;
    trace_encode_subbuf(&encoder, 0, &subbuf);
    send_losses((const uint64_t[CONFIG_CPUS]){UINT64_C(0x500000020)});
    return whole;
}

static void a_damaged_sub_buffer_is_sent_up_to_the_damage(void **state)
{
    (void)state;
    for (unsigned words = 0; words <= 20; words++) {
        unsigned whole = send_cut(words, 13);

        assert_int_equal(check(stream.bytes, stream.used).decoded, whole);
    }
    assert_int_equal(send_cut(20, TRACE_DATA_MAX + 1), 1);
    assert_int_equal(check(stream.bytes, stream.used).decoded, 1);
    assert_int_equal(send_cut(20, UINT32_MAX), 1);
    assert_int_equal(check(stream.bytes, stream.used).decoded, 1);
}

/* The gap after it begins at its time. */
static void a_sub_buffer_that_begins_with_damage_counts_by_its_time(void **state)
{
    const struct spoor_item *item;
    unsigned gaps = 0;

    (void)state;
    send(1, 0, 0);
    for (unsigned n = 0; n < 3; n++) {
        subbuf.head = (struct spoor_wire_subbuf){.time_low = 1000 + 1000 * n, .dropped = n == 2};
        add(0, 1000 + 1000 * n, (struct sent){.id = SPOOR_WIRE_ID_FIRST});
        if (n == 1) {
            subbuf.records[0] = UINT32_MAX;
            sent_count[0]--;
        }
        trace_encode_subbuf(&encoder, 0, &subbuf);
    }
    trace_encode_flush(&encoder);
    struct spoor_reader *r = spoor_open_memory(stream.bytes, stream.used, "test", elf, NULL);

    while (spoor_next(r, &item) > 0) {
        if (item->kind == SPOOR_GAP) {
            assert_int_equal(item->time, 2000);
            assert_int_equal(item->until, 3000);
            gaps++;
        }
    }
    spoor_close(r);
    assert_int_equal(gaps, 1);
}

/* Without frame `n`, the records up to the next reset of the model are lost, and no others. */
static void a_lost_packet_costs_the_records_up_to_the_next_reset(void **state)
{
    (void)state;
    send(7, 0, 120);
    for (unsigned n = 0; n < frame_count; n++) {
        bad.used = 0;
        make_bytes(&bad, stream.bytes, frames[n].begin);
        make_bytes(&bad, stream.bytes + frames[n].end, stream.used - frames[n].end);
        struct result result = check(bad.bytes, bad.used);

        assert_true(result.decoded + result.lost <= all_sent());
        if (n < frame_count / 2 && frames[n].type == SPOOR_WIRE_DENSE) {
            assert_int_equal(result.decoded + result.lost, all_sent());
            assert_true(result.lost > 0 && result.lost <= 2 * CONFIG_TRACE_DENSE_RECORDS + 100);
        }
    }
}

static void changed_bits_never_change_a_record(void **state)
{
    (void)state;
    send(9, 0, 100);
    for (unsigned n = 0; n < 1500; n++) {
        bad = stream;
        for (unsigned flips = 1 + any(2); flips > 0; flips--) {
            bad.bytes[any((uint32_t)bad.used)] ^= (uint8_t)(1u << any(8));
        }
        assert_true(check(bad.bytes, bad.used).decoded <= all_sent());
    }
}

static void a_stream_may_begin_and_end_anywhere(void **state)
{
    (void)state;
    send(11, 0, 60);
    for (size_t at = 0; at < stream.used; at += 13) {
        (void)check(stream.bytes, at);
        bad.used = 0;
        make_bytes(&bad, stream.bytes, frames[0].begin); /* the header */
        make_bytes(&bad, stream.bytes + at, stream.used - at);
        (void)check(bad.bytes, bad.used);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_streams_are_decoded_as_sent),
        cmocka_unit_test(a_packet_continues_after_a_sub_buffer),
        cmocka_unit_test(the_packet_after_a_header_is_readable_alone),
        cmocka_unit_test(a_time_between_sub_buffers_may_take_32_bits),
        cmocka_unit_test(packets_of_the_longest_records_fit),
        cmocka_unit_test(a_damaged_sub_buffer_is_sent_up_to_the_damage),
        cmocka_unit_test(a_sub_buffer_that_begins_with_damage_counts_by_its_time),
        cmocka_unit_test(a_lost_packet_costs_the_records_up_to_the_next_reset),
        cmocka_unit_test(changed_bits_never_change_a_record),
        cmocka_unit_test(a_stream_may_begin_and_end_anywhere),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
