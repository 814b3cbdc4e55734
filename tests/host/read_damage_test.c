/* SPDX-License-Identifier: BSD-2-Clause */
/* A damaged stream: each loss is reported with its place, and nothing else is. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

static void a_whole_stream_is_read_without_a_word(void **state)
{
    (void)state;
    read_bytes(whole.bytes, whole.used);
    assert_int_equal(check_records(), ALL);
    assert_string_equal(messages, "");
    assert_string_equal(got.text, "boot\ntext\ntext\ntext\n");
    assert_int_equal(got.end, 0);
    check_account();
}

static void a_flipped_bit_costs_one_packet_and_is_told(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * frame.end[PACKETS - 1]; bit++) {
        bad = whole;
        bad.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        read_bytes(bad.bytes, bad.used);
        check_all_but(bit / 8);
    }
}

static void a_byte_put_in_costs_one_packet(void **state)
{
    static const uint8_t bytes[] = {0, 1, 'x', 0xff};

    (void)state;
    for (size_t at = 0; at <= frame.end[PACKETS - 1]; at++) {
        for (unsigned i = 0; i < sizeof bytes; i++) {
            bad = (struct make){.used = 0};
            make_bytes(&bad, whole.bytes, at);
            make_byte(&bad, bytes[i]);
            make_bytes(&bad, whole.bytes + at, whole.used - at);
            read_bytes(bad.bytes, bad.used);
            check_all_but(at);
        }
    }
}

static void a_byte_taken_out_costs_one_packet(void **state)
{
    (void)state;
    for (size_t at = 0; at < frame.end[PACKETS - 1]; at++) {
        bad = (struct make){.used = 0};
        make_bytes(&bad, whole.bytes, at);
        make_bytes(&bad, whole.bytes + at + 1, whole.used - at - 1);
        read_bytes(bad.bytes, bad.used);
        check_all_but(at);
    }
}

static void a_stream_may_begin_and_end_at_any_byte(void **state)
{
    (void)state;
    for (size_t at = 0; at <= whole.used; at++) {
        unsigned ended = 0, begun = 0;

        for (unsigned n = 0; n < PACKETS; n++) {
            ended |= frame.end[n] <= at ? 1u << n : 0;
            begun |= frame.begin[n] >= at ? 1u << n : 0;
        }
        read_bytes(whole.bytes, at);
        assert_int_equal(check_records() & ended, ended);
        read_bytes(whole.bytes + at, whole.used - at);
        assert_int_equal(check_records() & begun, begun);
        check_account();
    }
}

static uint32_t seed = 1;

static uint32_t any(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

static void garbage_between_frames_costs_nothing(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 300; turn++) {
        bad = (struct make){.used = 0};
        for (unsigned n = 0; n < PACKETS; n++) {
            for (unsigned i = any() % 600; i > 0; i--) {
                make_byte(&bad, turn % 2 ? any() : any() % 4);
            }
            make_bytes(&bad, whole.bytes + frame.begin[n], frame.end[n] - frame.begin[n]);
        }
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(check_records(), ALL);
        assert_int_equal(got.counts.missing, 0);
    }
}

static void a_lost_packet_is_counted_to_the_event(void **state)
{
    (void)state;
    for (unsigned n = 1; n + 1 < PACKETS; n++) {
        bad = (struct make){.used = 0};
        make_bytes(&bad, whole.bytes, frame.begin[n]);
        make_bytes(&bad, whole.bytes + frame.end[n], whole.used - frame.end[n]);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(check_records(), ALL & ~(1u << n));
        assert_int_equal(nth(SPOOR_MISSING, 0)->packets, 1);
        assert_int_equal(nth(SPOOR_MISSING, 0)->count, 3);
        assert_true(nth(SPOOR_MISSING, 0)->time == UINT64_C(0x100000000) + 1000 * (n - 1) + 205);
        assert_true(nth(SPOOR_MISSING, 0)->until == UINT64_C(0x100000000) + 1000 * (n + 1));
        assert_non_null(strstr(messages, "1 packet is missing (3 events lost)"));
    }
    bad = whole;
    bad.used = frame.begin[PACKETS - 1];
    make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(3) * PACKETS, UINT64_C(0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.counts.cut, 3);
}

static void after_a_clear_losses_restart(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, WIRE_GAP, UINT64_C(0), UINT64_C(10), UINT64_C(100), UINT64_C(200), END);
    make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(0), UINT64_C(10), UINT64_C(16), UINT64_C(10), END);
    make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(0), UINT64_C(2), UINT64_C(17), UINT64_C(2), END);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    assert_int_equal(got.traffic.wrong, 0);
    assert_int_equal(got.counts.lost, 2);
    assert_int_equal(got.counts.lost_by_id[16], 0);
    assert_int_equal(got.counts.lost_by_id[17], 2);
}

static void a_bad_checksum_is_told_with_its_place_and_cost(void **state)
{
    char text[100];

    (void)state;
    bad = whole;
    bad.bytes[frame.end[2] - 3] ^= 0x40;
    read_bytes(bad.bytes, bad.used);
    snprintf(text, sizeof text, "t.spoor: offset %zu: checksum mismatch, 1 packet skipped (3 events lost)\n",
             frame.begin[2] + 1);
    assert_string_equal(messages, text);
}

static void packets_that_come_twice_count_once(void **state)
{
    (void)state;
    for (unsigned n = 0; n < PACKETS; n++) {
        for (unsigned later = n; later < PACKETS; later++) {
            bad = (struct make){.used = 0};
            make_bytes(&bad, whole.bytes, frame.end[later]);
            make_bytes(&bad, whole.bytes + frame.begin[n], frame.end[n] - frame.begin[n]);
            make_bytes(&bad, whole.bytes + frame.end[later], whole.used - frame.end[later]);
            read_bytes(bad.bytes, bad.used);
            assert_int_equal(check_records(), ALL);
            assert_int_equal(got.traffic.repeated, 1);
            check_account();
        }
    }
}

static void after_a_reset_it_restarts(void **state)
{
    (void)state;
    for (unsigned n = 1; n < PACKETS; n++) {
        bad = (struct make){.used = 0};
        make_bytes(&bad, whole.bytes, frame.end[n]);
        make_packet(&bad, WIRE_EVENTS, UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(77),
                    RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RESTART), 1);
        assert_int_equal(count_kind(SPOOR_MISSING), 0);
        assert_int_equal(got.counts.decoded, 1);
        assert_true(nth(SPOOR_RECORD, 3 * (n + 1))->time == 77);
    }
}

/* Before the first events the target reports that it has sent none. */
static void losses_with_nothing_sent_restart_too(void **state)
{
    (void)state;
    for (unsigned n = 0; n < PACKETS; n++) {
        bad = (struct make){.used = 0};
        make_bytes(&bad, whole.bytes, frame.end[n]);
        make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(0), UINT64_C(2), (uint64_t)ID_HITS, UINT64_C(2),
                    END);
        make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(0), UINT64_C(2), (uint64_t)ID_HITS, UINT64_C(2),
                    END);
        make_packet(&bad, WIRE_EVENTS, UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(1) << 40,
                    RECORD(ID_HITS, 0), END);
        make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(1), UINT64_C(2), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RESTART), 1);
        assert_int_equal(got.traffic.wrong, 0);
        assert_int_equal(got.counts.decoded, 1);
        assert_int_equal(got.counts.lost, 2);
        assert_int_equal(got.counts.missing, 0);
    }
}

/* A recording of CPU 0, and after a reset one of CPU 1, its first. */
static void after_a_reset_all_cpus_restart(void **state)
{
    struct spoor_merge *merge;
    struct spoor_item i;
    unsigned restarts = 0, records = 0, cpus[2];

    (void)state;
    bad = (struct make){.used = 0};
    make_usual_header(&bad, 2);
    make_packet(&bad, WIRE_EVENTS, UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(5000), RECORD(ID_HITS, 0),
                END);
    make_packet(&bad, WIRE_LOSSES, UINT64_C(0), UINT64_C(0), UINT64_C(0), END);
    make_packet(&bad, WIRE_EVENTS, UINT64_C(1), UINT64_C(0), UINT64_C(0), UINT64_C(70), RECORD(ID_HITS, 0),
                END);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &report);
    merge = spoor_merge_open(reader, elf);
    assert_non_null(merge);
    while (spoor_merge_next(merge, &i) > 0) {
        restarts += i.kind == SPOOR_RESTART;
        if (i.kind == SPOOR_RECORD) {
            assert_true(records < 2);
            assert_int_equal(restarts, 2 * records);
            cpus[records++] = i.cpu;
        }
    }
    spoor_merge_close(merge);
    assert_int_equal(records, 2);
    assert_int_equal(cpus[0], 0);
    assert_int_equal(cpus[1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_stream_is_read_without_a_word),
        cmocka_unit_test(a_flipped_bit_costs_one_packet_and_is_told),
        cmocka_unit_test(a_byte_put_in_costs_one_packet),
        cmocka_unit_test(a_byte_taken_out_costs_one_packet),
        cmocka_unit_test(a_stream_may_begin_and_end_at_any_byte),
        cmocka_unit_test(garbage_between_frames_costs_nothing),
        cmocka_unit_test(a_lost_packet_is_counted_to_the_event),
        cmocka_unit_test(after_a_clear_losses_restart),
        cmocka_unit_test(a_bad_checksum_is_told_with_its_place_and_cost),
        cmocka_unit_test(packets_that_come_twice_count_once),
        cmocka_unit_test(after_a_reset_it_restarts),
        cmocka_unit_test(losses_with_nothing_sent_restart_too),
        cmocka_unit_test(after_a_reset_all_cpus_restart),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
