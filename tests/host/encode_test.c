/* SPDX-License-Identifier: BSD-2-Clause */
/* Sub-buffers become packets; the decoder in encode_read.c reads them back. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <profiler/encode.h>
#include <profiler/event.h>
#include <profiler/ids.h>
#include "encode_read.h"

#define ID_WORDS(n) (WIRE_ID_FIRST + (n)) /* an ID with n words */
#define ID_DATA     (WIRE_ID_FIRST + WIRE_WORDS_MAX + 1)

uint8_t trace_words[CONFIG_TRACE_IDS];

static struct trace_encoder e;
static struct trace_subbuf part;
static struct record sent[RECORDS_MAX];
static unsigned n_sent;

static int reset(void **state)
{
    (void)state;
    memset(&e, 0, sizeof e);
    e.send = take_frame;
    e.recording = RECORDING;
    event_shift = 0;
    memset(trace_words, TRACE_WORDS_NONE, sizeof trace_words);
    trace_words[WIRE_ID_TIME] = 2;
    for (unsigned n = 0; n <= WIRE_WORDS_MAX; n++) {
        trace_words[ID_WORDS(n)] = (uint8_t)n;
    }
    trace_words[ID_DATA] = WIRE_WORDS_DATA;
    trace_words[WIRE_ID_STACK] = WIRE_WORDS_DATA;
    trace_words[CONFIG_TRACE_IDS - 1] = 1;
    n_sent = 0;
    forget_all_read();
    return 0;
}

static void open_subbuf(uint32_t n, uint64_t time, uint32_t dropped)
{
    part.head = (struct wire_subbuf){
        .magic = WIRE_SUBBUF_MAGIC,
        .number = n,
        .time_low = (uint32_t)time,
        .time_high = (uint32_t)(time >> 32),
        .dropped = dropped,
    };
}

static uint32_t *room_for(unsigned words)
{
    uint32_t *at = part.records + part.head.used_words;

    assert_true(part.head.used_words + words <= TRACE_SUBBUF_ROOM);
    part.head.used_words += words;
    return at;
}

static void add_time(uint64_t time)
{
    uint32_t *at = room_for(3);

    at[0] = WIRE_HEADER_WORD(WIRE_ID_TIME) | ((uint32_t)time & WIRE_TIME_MASK);
    at[1] = (uint32_t)time;
    at[2] = (uint32_t)(time >> 32);
}

static void add(unsigned id, uint64_t time, const uint32_t *words)
{
    unsigned n = trace_words[id];
    uint32_t *at = room_for(1 + n);

    at[0] = WIRE_HEADER_WORD(id) | ((uint32_t)time & WIRE_TIME_MASK);
    sent[n_sent] = (struct record){.id = id, .words = n, .time = time};
    for (unsigned i = 0; i < n; i++) {
        at[1 + i] = sent[n_sent].word[i] = words[i];
    }
    n_sent++;
}

static void add_data(unsigned id, uint64_t time, const void *data, uint32_t n)
{
    uint32_t *at = room_for(2 + (n + 3) / 4);

    at[0] = WIRE_HEADER_WORD(id) | ((uint32_t)time & WIRE_TIME_MASK);
    at[1] = n;
    memcpy(at + 2, data, n);
    sent[n_sent] = (struct record){.id = id, .words = WIRE_WORDS_DATA, .time = time, .bytes = n};
    memcpy(sent[n_sent].data, data, n);
    n_sent++;
}

static bool fits(unsigned words)
{
    return part.head.used_words + words <= TRACE_SUBBUF_ROOM;
}

static void send_part(unsigned cpu)
{
    for (unsigned i = n_got; i < n_sent; i++) {
        sent[i].cpu = cpu;
    }
    trace_encode_subbuf(&e, cpu, &part);
    assert_int_equal(n_got, n_sent);
    for (unsigned i = 0; i < n_sent; i++) {
        sent[i].time = sent[i].time >> event_shift << event_shift;
        assert_memory_equal(&got[i], &sent[i], sizeof got[i]);
    }
    assert_int_equal(e.bytes_sent, bytes);
}

static const uint32_t extremes[] = {0,          1,          0x7F,       0x80,       0x3FFF,     0x4000,
                                    0x1FFFFF,   0x200000,   0xFFFFFFF,  0x10000000, 0x20000000, 0x7FFFFFFF,
                                    0x80000000, 0xFFFFFF00, 0xFFFFFFFE, UINT32_MAX};

static void every_number_of_words_and_extreme_values_come_back(void **state)
{
    uint64_t time = 5;
    uint32_t words[WIRE_WORDS_MAX];
    unsigned next = 0;

    (void)state;
    for (uint32_t number = 1; number < 8; number++) {
        open_subbuf(number, time, 0);
        for (unsigned n = 0; fits(1 + n); n = (n + 1) % (WIRE_WORDS_MAX + 1)) {
            for (unsigned i = 0; i < n; i++) {
                words[i] = extremes[next++ % (sizeof extremes / sizeof extremes[0])];
            }
            add(ID_WORDS(n), time, words);
            time += n;
        }
        send_part(0);
    }
}

static void the_highest_id_and_time_come_back(void **state)
{
    (void)state;
    open_subbuf(1, UINT64_MAX - 2, 0);
    add(CONFIG_TRACE_IDS - 1, UINT64_MAX - 1, extremes);
    add(CONFIG_TRACE_IDS - 1, UINT64_MAX, extremes);
    send_part(1);
}

static void data_of_all_lengths_comes_back(void **state)
{
    uint8_t data[TRACE_DATA_MAX];

    (void)state;
    for (uint32_t n = 0; n <= TRACE_DATA_MAX; n++) {
        memset(data, n % 3 != 0 ? (int)n : 0, sizeof data);
        open_subbuf(n + 1, n, 0);
        add_data(n & 1 ? ID_DATA : WIRE_ID_STACK, n, data, n);
        add(ID_WORDS(0), n, NULL);
        send_part(0);
    }
}

static void the_longest_records_fill_packets_and_none_is_too_long(void **state)
{
    uint32_t words[WIRE_WORDS_MAX];
    uint8_t data[TRACE_DATA_MAX];
    uint64_t time = UINT64_MAX / 2;

    (void)state;
    memset(data, 0xFF, sizeof data);
    for (uint32_t number = 1; number < 40; number++) {
        open_subbuf(number, time, 0);
        for (uint32_t word = UINT32_MAX; fits(7 + 3 + 2 + sizeof data / 4);) {
            for (unsigned i = 0; i < WIRE_WORDS_MAX; i++) {
                words[i] = word--;
            }
            add_time(time += UINT64_C(1) << (number + 20)); /* idle for long: a long delta */
            add(ID_WORDS(WIRE_WORDS_MAX), time, words);
            add_data(ID_DATA, time, data, (uint32_t)sizeof data);
        }
        send_part(0);
    }
    assert_true(longest_frame > TRACE_FRAME_MAX - 90);
}

static void gaps_of_any_length_decode_to_the_right_time(void **state)
{
    uint64_t time = 0;

    (void)state;
    for (unsigned shift = 0; shift < 63; shift++) {
        open_subbuf(shift + 1, time, 0);
        add(ID_WORDS(1), time, extremes);
        uint64_t until = time + (UINT64_C(1) << shift);

        if (shift >= WIRE_TIME_BITS) {
            add_time(until - 3); /* the tick's, rewritten until something happens */
        }
        add(ID_WORDS(1), until, extremes);
        add_time(until + WIRE_TIME_MASK / 2);
        add(ID_WORDS(0), until + WIRE_TIME_MASK, NULL);
        time = until + WIRE_TIME_MASK;
        send_part(0);
    }
}

static void a_delta_just_below_the_wrap_needs_no_time_record(void **state)
{
    (void)state;
    open_subbuf(1, 7, 0);
    add(ID_WORDS(0), 7, NULL);
    add(ID_WORDS(0), 7 + WIRE_TIME_MASK, NULL);
    add(ID_WORDS(0), 7 + 2 * (uint64_t)WIRE_TIME_MASK, NULL);
    send_part(0);
}

static void a_part_of_nothing_but_time_sends_nothing(void **state)
{
    (void)state;
    open_subbuf(1, 7, 0);
    send_part(0);
    add_time(1000);
    send_part(0);
    assert_int_equal(frames, 0);
}

static void long_words_that_come_again_take_two_bytes(void **state)
{
    const uint32_t address[] = {0x20001234};

    (void)state;
    open_subbuf(1, 100, 0);
    for (unsigned i = 0; i < 40; i++) {
        add(ID_WORDS(1), 100, address);
    }
    send_part(0);
    assert_int_equal(frames, 1);
    /* type, recording, CPU, number, records, time; the first in full; and each other one a byte and two bytes
     */
    assert_int_equal(packet_bytes, 6 + 6 + 39 * 3 + WIRE_SUM_BYTES);
}

static void random_parts_on_two_cpus_come_back(void **state)
{
    uint32_t number[CONFIG_CPUS] = {0};
    uint64_t time = 0;
    uint8_t data[TRACE_DATA_MAX];

    (void)state;
    srandom(4);
    for (unsigned turn = 0; turn < 12; turn++) {
        unsigned cpu = (unsigned)random() % CONFIG_CPUS;

        open_subbuf(++number[cpu], time, 0);
        while (fits(2 + TRACE_DATA_MAX / 4) && n_sent < RECORDS_MAX) {
            uint32_t words[WIRE_WORDS_MAX];

            time += (uint64_t)random() >> (9 + random() % 22);
            for (unsigned i = 0; i < WIRE_WORDS_MAX; i++) {
                words[i] = (uint32_t)random() * 2 >> random() % 32;
            }
            if (random() % 8 == 0) {
                memset(data, (int)random(), sizeof data);
                add_data(ID_DATA, time, data, (uint32_t)random() % (TRACE_DATA_MAX + 1));
            } else {
                add(ID_WORDS((unsigned)random() % (WIRE_WORDS_MAX + 1)), time, words);
            }
        }
        send_part(cpu);
    }
}

static void what_was_dropped_between_parts_is_a_gap_ahead_of_the_later_one(void **state)
{
    (void)state;
    open_subbuf(1, 100, 0);
    add(ID_WORDS(0), 150, NULL);
    send_part(1);
    assert_int_equal(gaps, 0);
    open_subbuf(2, 1000, 12);
    add(ID_WORDS(0), 1010, NULL);
    send_part(1);
    assert_int_equal(gaps, 1);
    assert_int_equal(gap_cpu, 1);
    assert_int_equal(gap_count, 12);
    assert_int_equal(gap_from, 150);
    assert_int_equal(gap_to, 1000);
    open_subbuf(3, 2000, 12);
    add(ID_WORDS(0), 2000, NULL);
    send_part(1);
    assert_int_equal(gaps, 1);
}

static void after_a_clear_counts_restart(void **state)
{
    (void)state;
    open_subbuf(9, 100, 60);
    add(ID_WORDS(0), 100, NULL);
    send_part(0);
    open_subbuf(11, 200, 70); /* more than before the clear */
    part.head.clears = 1;
    part.head.cleared = 75;
    add(ID_WORDS(0), 200, NULL);
    send_part(0);
    assert_int_equal(clears, 1);
    assert_int_equal(cleared, 75);
    assert_int_equal(gap_count, 70);
    assert_int_equal(gap_number, 1);
    open_subbuf(13, 300, 0);
    part.head.clears = 2;
    part.head.cleared = 150;
    add(ID_WORDS(0), 300, NULL);
    send_part(0);
    assert_int_equal(gaps, 2);
    assert_int_equal(cleared, 150);
}

/* Ticks of 8 cycles: a record's time is that of its tick, also where deltas are shorter. */
static void times_in_ticks_come_back_without_drift(void **state)
{
    uint64_t time = 3;

    (void)state;
    e.shift = event_shift = 3;
    for (uint32_t number = 1; number < 12; number++) {
        open_subbuf(number, time, 0);
        for (unsigned n = 0; fits(10); n++) {
            if (n % 16 == 15) {
                time += UINT64_C(1) << (number * 4);
                add_time(time);
            }
            add(ID_WORDS(n % 3), time, extremes);
            time += n % 13;
        }
        send_part(0);
    }
}

static void losses_of_all_ids_are_told_in_as_many_packets_as_they_need(void **state)
{
    uint32_t counts[CONFIG_TRACE_IDS], total = 0;

    (void)state;
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        counts[id] = id % 5 == 0 ? 0 : UINT32_MAX - id;
        total += counts[id];
    }
    trace_encode_losses(&e, 0, &(struct trace_ring_counts){total, 17, 2, UINT64_C(1) << 40}, counts);
    assert_true(frames > 1);
    assert_int_equal(lost_total, total);
    assert_int_equal(losses_sent, 0);
    assert_int_equal(clears, 2);
    assert_int_equal(cleared, 17);
    assert_true(lost_until == UINT64_C(1) << 40);
    assert_memory_equal(lost, counts, sizeof counts);
}

static void bytes_are_cut_to_what_a_packet_holds(void **state)
{
    char name[WIRE_PACKET_MAX + 10];

    (void)state;
    memset(name, 'x', sizeof name);
    trace_encode_begin(&e, WIRE_THREAD);
    trace_encode_number(&e, 3);
    trace_encode_number(&e, 4);
    trace_encode_bytes(&e, name, sizeof name);
    trace_encode_end(&e);
    struct reader r = {packet + 1, packet + packet_bytes - WIRE_SUM_BYTES};

    assert_int_equal(number(&r), RECORDING);
    assert_int_equal(number(&r), 3);
    assert_int_equal(number(&r), 4);
    uint64_t length = number(&r);

    assert_int_equal(length, r.end - r.at);
    assert_true(packet_bytes > WIRE_PACKET_MAX - 3);
}

/* The examples of docs/wire-format.md. */
static void the_checksum_is_murmurhash3(void **state)
{
    (void)state;
    assert_int_equal(murmur3("", 0), 0);
    assert_int_equal(murmur3("test", 4), 0xBA6BD213);
    assert_int_equal(murmur3("Hello, world!", 13), 0xC0363E43);
}

static void a_frame_is_as_documented(void **state)
{
    static const uint8_t expected[] = {0x03, 0x05, 0x02, 0x04, 0x05, 0x73, 0x68, 0x65, 0x6c, 0x6c};

    (void)state;
    trace_encode_begin(&e, WIRE_THREAD);
    trace_encode_number(&e, 2);
    trace_encode_number(&e, 4);
    trace_encode_bytes(&e, "shell", 5);
    trace_encode_end(&e);
    assert_int_equal(packet_bytes, sizeof expected + WIRE_SUM_BYTES);
    assert_memory_equal(packet, expected, sizeof expected);
    assert_memory_equal(packet + sizeof expected, "\xe1\x14\xda\x7a", WIRE_SUM_BYTES);
}

static void a_part_that_is_not_sound_is_sent_as_far_as_it_is(void **state)
{
    uint8_t data[TRACE_DATA_MAX] = {0};

    (void)state;
    open_subbuf(1, 100, 0);
    add(ID_WORDS(1), 100, extremes);
    add_data(ID_DATA, 100, data, sizeof data);
    unsigned sound = part.head.used_words;

    for (unsigned cut = 0; cut < sound; cut++) {
        reset(NULL);
        part.head.used_words = cut;
        trace_encode_subbuf(&e, 0, &part);
        assert_int_equal(n_got, cut >= 2);
    }
    reset(NULL);
    part.records[3] = TRACE_DATA_MAX + 1;
    part.head.used_words = WIRE_SUBBUF_OPEN;
    trace_encode_subbuf(&e, 0, &part);
    assert_int_equal(n_got, 1);
}

/* As if a ring from before a reset had been overwritten: a host would refuse the packet as a whole. */
static void a_record_of_no_id_ends_a_part(void **state)
{
    static const unsigned none[] = {WIRE_ID_THREAD + 1, CONFIG_TRACE_IDS, WIRE_IDS - 1};

    (void)state;
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        reset(NULL);
        open_subbuf(1, 100, 0);
        for (unsigned n = 0; n < 20; n++) {
            add(ID_WORDS(1), 100, extremes);
        }
        part.records[2 * 7] = WIRE_HEADER_WORD(none[i]) | 100;
        trace_encode_subbuf(&e, 0, &part);
        assert_int_equal(n_got, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_number_of_words_and_extreme_values_come_back, reset),
        cmocka_unit_test_setup(the_highest_id_and_time_come_back, reset),
        cmocka_unit_test_setup(data_of_all_lengths_comes_back, reset),
        cmocka_unit_test_setup(the_longest_records_fill_packets_and_none_is_too_long, reset),
        cmocka_unit_test_setup(gaps_of_any_length_decode_to_the_right_time, reset),
        cmocka_unit_test_setup(a_delta_just_below_the_wrap_needs_no_time_record, reset),
        cmocka_unit_test_setup(a_part_of_nothing_but_time_sends_nothing, reset),
        cmocka_unit_test_setup(long_words_that_come_again_take_two_bytes, reset),
        cmocka_unit_test_setup(random_parts_on_two_cpus_come_back, reset),
        cmocka_unit_test_setup(what_was_dropped_between_parts_is_a_gap_ahead_of_the_later_one, reset),
        cmocka_unit_test_setup(after_a_clear_counts_restart, reset),
        cmocka_unit_test_setup(times_in_ticks_come_back_without_drift, reset),
        cmocka_unit_test_setup(losses_of_all_ids_are_told_in_as_many_packets_as_they_need, reset),
        cmocka_unit_test_setup(bytes_are_cut_to_what_a_packet_holds, reset),
        cmocka_unit_test(the_checksum_is_murmurhash3),
        cmocka_unit_test_setup(a_frame_is_as_documented, reset),
        cmocka_unit_test_setup(a_part_that_is_not_sound_is_sent_as_far_as_it_is, reset),
        cmocka_unit_test_setup(a_record_of_no_id_ends_a_part, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
