/* SPDX-License-Identifier: BSD-2-Clause */
/* Encode sub-buffers to packets, and read them with the decoder in encode_read.c. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/core/encode.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include "encode_make.h"

static const uint32_t extremes[] = {0,          1,          0x7F,       0x80,       0x3FFF,     0x4000,
                                    0x1FFFFF,   0x200000,   0xFFFFFFF,  0x10000000, 0x20000000, 0x7FFFFFFF,
                                    0x80000000, 0xFFFFFF00, 0xFFFFFFFE, UINT32_MAX};

static void records_of_all_lengths_and_extreme_values_are_decoded(void **state)
{
    uint64_t time = 5;
    uint32_t words[SPOOR_WIRE_WORDS_MAX];
    unsigned next = 0;

    (void)state;
    for (uint32_t number = 1; number < 8; number++) {
        open_subbuf(number, time, 0);
        for (unsigned n = 0; fits(1 + n); n = (n + 1) % (SPOOR_WIRE_WORDS_MAX + 1)) {
            for (unsigned i = 0; i < n; i++) {
                words[i] = extremes[next++ % (sizeof extremes / sizeof extremes[0])];
            }
            add(ID_WORDS(n), time, words);
            time += n;
        }
        send_subbuf(0);
    }
}

static void the_highest_id_and_time_are_decoded(void **state)
{
    (void)state;
    open_subbuf(1, UINT64_MAX - 2, 0);
    add(CONFIG_TRACE_IDS - 1, UINT64_MAX - 1, extremes);
    add(CONFIG_TRACE_IDS - 1, UINT64_MAX, extremes);
    send_subbuf(1);
}

static void data_of_all_lengths_is_decoded(void **state)
{
    uint8_t data[TRACE_DATA_MAX];

    (void)state;
    for (uint32_t n = 0; n <= TRACE_DATA_MAX; n++) {
        memset(data, n % 3 != 0 ? (int)n : 0, sizeof data);
        open_subbuf(n + 1, n, 0);
        add_data(n & 1 ? ID_DATA : SPOOR_WIRE_ID_STACK, n, data, n);
        add(ID_WORDS(0), n, NULL);
        send_subbuf(0);
    }
}

static void packets_with_the_longest_records_do_not_exceed_the_limit(void **state)
{
    uint32_t words[SPOOR_WIRE_WORDS_MAX];
    uint8_t data[TRACE_DATA_MAX];
    uint64_t time = UINT64_MAX / 2;

    (void)state;
    memset(data, 0xFF, sizeof data);
    for (uint32_t number = 1; number < 40; number++) {
        open_subbuf(number, time, 0);
        for (uint32_t word = UINT32_MAX; fits(7 + 3 + 2 + sizeof data / 4);) {
            for (unsigned i = 0; i < SPOOR_WIRE_WORDS_MAX; i++) {
                words[i] = word--;
            }
            add_time(time += UINT64_C(1) << (number + 20)); /* a long delta after a long idle time */
            add(ID_WORDS(SPOOR_WIRE_WORDS_MAX), time, words);
            add_data(ID_DATA, time, data, (uint32_t)sizeof data);
        }
        send_subbuf(0);
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

        if (shift >= SPOOR_WIRE_TIME_BITS) {
            add_time(until - 3); /* the tick rewrites its record until another one follows */
        }
        add(ID_WORDS(1), until, extremes);
        add_time(until + SPOOR_WIRE_TIME_MASK / 2);
        add(ID_WORDS(0), until + SPOOR_WIRE_TIME_MASK, NULL);
        time = until + SPOOR_WIRE_TIME_MASK;
        send_subbuf(0);
    }
}

static void a_delta_just_below_the_wrap_needs_no_time_record(void **state)
{
    (void)state;
    open_subbuf(1, 7, 0);
    add(ID_WORDS(0), 7, NULL);
    add(ID_WORDS(0), 7 + SPOOR_WIRE_TIME_MASK, NULL);
    add(ID_WORDS(0), 7 + 2 * (uint64_t)SPOOR_WIRE_TIME_MASK, NULL);
    send_subbuf(0);
}

static void a_subbuf_with_only_time_records_sends_nothing(void **state)
{
    (void)state;
    open_subbuf(1, 7, 0);
    send_subbuf(0);
    add_time(1000);
    send_subbuf(0);
    assert_int_equal(frames, 0);
}

static void repeated_long_words_take_two_bytes(void **state)
{
    const uint32_t address[] = {0x20001234};

    (void)state;
    open_subbuf(1, 100, 0);
    for (unsigned i = 0; i < 40; i++) {
        add(ID_WORDS(1), 100, address);
    }
    send_subbuf(0);
    assert_int_equal(frames, 1);
    /* type, recording, CPU, number, records, time; the first record in full; 3 bytes for each other one */
    assert_int_equal(packet_bytes, 6 + 6 + 39 * 3 + SPOOR_WIRE_SUM_BYTES);
}

static void random_subbufs_of_two_cpus_are_decoded(void **state)
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
            uint32_t words[SPOOR_WIRE_WORDS_MAX];

            time += (uint64_t)random() >> (9 + random() % 22);
            for (unsigned i = 0; i < SPOOR_WIRE_WORDS_MAX; i++) {
                words[i] = (uint32_t)random() * 2 >> random() % 32;
            }
            if (random() % 8 == 0) {
                memset(data, (int)random(), sizeof data);
                add_data(ID_DATA, time, data, (uint32_t)random() % (TRACE_DATA_MAX + 1));
            } else {
                add(ID_WORDS((unsigned)random() % (SPOOR_WIRE_WORDS_MAX + 1)), time, words);
            }
        }
        send_subbuf(cpu);
    }
}

/* With ticks of 8 cycles a record has the time of its tick, even if deltas are shorter than a tick. */
static void times_in_ticks_do_not_drift(void **state)
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
        send_subbuf(0);
    }
}

/* A stack refers to its record by the record's header word, which must have the time that was sent. */
static void with_ticks_a_stack_refers_to_its_record_by_the_tick(void **state)
{
    uint32_t stack[] = {SPOOR_WIRE_HEADER_WORD(ID_WORDS(1)) | 0x12F, 0x1001};

    (void)state;
    e.shift = event_shift = 3;
    open_subbuf(1, 0x100, 0);
    add(ID_WORDS(1), 0x12F, extremes);
    add_data(SPOOR_WIRE_ID_STACK, 0x13F, stack, sizeof stack);
    trace_encode_subbuf(&e, 0, &subbuf);
    assert_int_equal(n_got, 2);
    stack[0] = SPOOR_WIRE_HEADER_WORD(ID_WORDS(1)) | 0x128;
    assert_memory_equal(got[1].data, stack, sizeof stack);
}

static void a_damaged_subbuf_is_sent_up_to_the_damage(void **state)
{
    uint8_t data[TRACE_DATA_MAX] = {0};

    (void)state;
    open_subbuf(1, 100, 0);
    add(ID_WORDS(1), 100, extremes);
    add_data(ID_DATA, 100, data, sizeof data);
    unsigned sound = subbuf.head.used_words;

    for (unsigned cut = 0; cut < sound; cut++) {
        reset(NULL);
        subbuf.head.used_words = cut;
        trace_encode_subbuf(&e, 0, &subbuf);
        assert_int_equal(n_got, cut >= 2);
    }
    reset(NULL);
    subbuf.records[3] = TRACE_DATA_MAX + 1;
    subbuf.head.used_words = SPOOR_WIRE_SUBBUF_OPEN;
    trace_encode_subbuf(&e, 0, &subbuf);
    assert_int_equal(n_got, 1);
}

static void a_subbuf_truncated_in_a_record_ends_before_the_record(void **state)
{
    (void)state;
    open_subbuf(1, 100, 0);
    for (unsigned n = 0; n < 10; n++) {
        add(ID_WORDS(3), 100 + n, extremes);
    }
    for (unsigned cut = 0; cut <= 40; cut++) {
        reset(NULL);
        subbuf.head.used_words = cut;
        trace_encode_subbuf(&e, 0, &subbuf);
        assert_int_equal(n_got, cut / 4);
    }
}

/* A damaged ring from before a reset can have such a record. The host would reject the whole packet. */
static void a_record_with_an_unused_id_ends_a_subbuf(void **state)
{
    static const unsigned none[] = {SPOOR_WIRE_ID_THREAD + 1, CONFIG_TRACE_IDS, SPOOR_WIRE_IDS - 1};

    (void)state;
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        reset(NULL);
        open_subbuf(1, 100, 0);
        for (unsigned n = 0; n < 20; n++) {
            add(ID_WORDS(1), 100, extremes);
        }
        subbuf.records[2 * 7] = SPOOR_WIRE_HEADER_WORD(none[i]) | 100;
        trace_encode_subbuf(&e, 0, &subbuf);
        assert_int_equal(n_got, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(records_of_all_lengths_and_extreme_values_are_decoded, reset),
        cmocka_unit_test_setup(the_highest_id_and_time_are_decoded, reset),
        cmocka_unit_test_setup(data_of_all_lengths_is_decoded, reset),
        cmocka_unit_test_setup(packets_with_the_longest_records_do_not_exceed_the_limit, reset),
        cmocka_unit_test_setup(gaps_of_any_length_decode_to_the_right_time, reset),
        cmocka_unit_test_setup(a_delta_just_below_the_wrap_needs_no_time_record, reset),
        cmocka_unit_test_setup(a_subbuf_with_only_time_records_sends_nothing, reset),
        cmocka_unit_test_setup(repeated_long_words_take_two_bytes, reset),
        cmocka_unit_test_setup(random_subbufs_of_two_cpus_are_decoded, reset),
        cmocka_unit_test_setup(times_in_ticks_do_not_drift, reset),
        cmocka_unit_test_setup(with_ticks_a_stack_refers_to_its_record_by_the_tick, reset),
        cmocka_unit_test_setup(a_damaged_subbuf_is_sent_up_to_the_damage, reset),
        cmocka_unit_test_setup(a_subbuf_truncated_in_a_record_ends_before_the_record, reset),
        cmocka_unit_test_setup(a_record_with_an_unused_id_ends_a_subbuf, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
