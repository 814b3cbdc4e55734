/* SPDX-License-Identifier: BSD-2-Clause */
/* Damaged streams: every loss must be reported with its offset, and nothing else. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

static void an_intact_stream_is_read_without_messages(void **state)
{
    (void)state;
    read_bytes(whole.bytes, whole.used);
    assert_int_equal(check_records(), ALL);
    assert_string_equal(messages, "");
    assert_string_equal(got.text, "boot\ntext\ntext\ntext\n");
    assert_int_equal(got.end, 0);
    check_account();
}

static void a_flipped_bit_costs_one_packet_and_is_reported(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * frame.end[PACKETS - 1]; bit++) {
        bad = whole;
        bad.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        read_bytes(bad.bytes, bad.used);
        check_all_but(bit / 8);
    }
}

static void an_inserted_byte_costs_one_packet(void **state)
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

static void a_removed_byte_costs_one_packet(void **state)
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
    make_packet(&bad, LOSSES(0, 3 * PACKETS, 0, 1), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.counts.cut, 3);
}

static uint64_t emitted(void)
{
    const struct spoor_account *a = &got.counts;

    return a->decoded + spoor_lost(a) + a->cleared + a->missing + a->unread + a->cut + a->before;
}

/* 44 records sent, 10 lost; a clear discards 5 more; then more are lost than before. */
static void after_a_clear_losses_restart(void **state)
{
    (void)state;
    for (unsigned lost_packet = 0; lost_packet < 2; lost_packet++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, GAP(0, 0, 10, 100, 200), END);
        make_packet(&bad, LOSSES(0, 0, 10, 300), NUMBER(16), NUMBER(10), END);
        if (!lost_packet) {
            make_packet(&bad, CLEARED(0, 1, 15, 300, 400), END);
        }
        make_packet(&bad, GAP(0, 2, 20, 400, 500), END);
        make_packet(&bad, LOSSES_AFTER(0, 1, 15, 0, 20, 600), NUMBER(17), NUMBER(20), END);
        read_bytes(bad.bytes, bad.used);
        assert_string_equal(messages, "");
        assert_int_equal(got.traffic.wrong, 0);
        assert_int_equal(got.counts.lost, 20);
        assert_int_equal(got.counts.cleared, 15);
        assert_int_equal(got.counts.ids[16].lost, 0);
        assert_int_equal(got.counts.ids[17].lost, 20);
        assert_int_equal(emitted(), 35);
        assert_int_equal(count_kind(SPOOR_CLEARED), 1 - lost_packet);
    }
}

/* The second clear reports fewer records than the first one. */
static void a_decreasing_count_of_cleared_records_is_a_contradiction(void **state)
{
    (void)state;
    for (unsigned by_losses = 0; by_losses < 2; by_losses++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, CLEARED(0, 1, 15, 300, 400), END);
        if (by_losses) {
            make_packet(&bad, LOSSES_AFTER(0, 2, 9, 0, 0, 600), END);
        } else {
            make_packet(&bad, CLEARED(0, 2, 9, 500, 600), END);
        }
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, 1);
        assert_non_null(strstr(messages, "CPU 0: 9 events cleared, but 15 were reported before"));
        assert_int_equal(got.counts.cleared, 15);
    }
}

static void duplicate_gaps_count_once(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    for (unsigned n = 0; n < 200; n++) {
        make_packet(&bad, GAP(0, n, 1, 100, 200), END);
    }
    make_packet(&bad, GAP(0, 7, 1, 100, 200), END); /* the reader no longer knows its checksum */
    make_packet(&bad, GAP(0, 199, 1, 100, 200), END);
    make_packet(&bad, LOSSES(0, 0, 200, 300), NUMBER(16), NUMBER(200), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 0);
    assert_int_equal(got.traffic.repeated, 2);
    assert_int_equal(got.counts.in_gaps, 200);
    assert_int_equal(emitted(), 200);
}

enum { WHOLE, NO_GAP, NO_CLEARED };

/* Three records, with a gap after the first and a clear after the second. */
static void make_a_gap_and_a_clear(unsigned without)
{
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    if (without != NO_GAP) {
        make_packet(&bad, GAP(0, 1, 5, 100, 200), END);
    }
    make_packet(&bad, EVENTS(0, 2, 1, 200), RECORD(ID_HITS, 0), END);
    if (without != NO_CLEARED) {
        make_packet(&bad, CLEARED(0, 1, 7, 200, 300), END);
    }
    make_packet(&bad, EVENTS(0, 4, 2, 300), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES_AFTER(0, 1, 7, 3, 0, 400), END);
}

static void lost_gap_and_clear_packets_are_reported_at_their_place(void **state)
{
    (void)state;
    for (unsigned without = WHOLE; without <= NO_CLEARED; without++) {
        make_a_gap_and_a_clear(without);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, 0);
        assert_int_equal(got.counts.missing, 0);
        assert_int_equal(got.counts.cleared, 7);
        assert_int_equal(count_kind(SPOOR_MISSING), without != WHOLE);
        assert_true(without == WHOLE ||
                    strstr(messages, "1 packet is missing that reported events lost on the target") != NULL);
    }
}

static void in_the_old_version_gaps_have_numbers_of_their_own(void **state)
{
    (void)state;
    bad.used = 0;
    make_any_header(&bad, &(struct make_header){.version = SPOOR_WIRE_VERSION_OLD,
                                                .recording = 1,
                                                .boots = 1,
                                                .cpus = 1,
                                                .hz = 1000,
                                                .events = 5});
    for (unsigned n = 0; n < 3; n++) {
        make_packet(&bad, EVENTS(0, n, n, 100 + 100 * n), RECORD(ID_HITS, 0), END);
        make_packet(&bad, GAP(0, n, 2, 100 + 100 * n, 200 + 100 * n), END);
    }
    make_packet(&bad, LOSSES(0, 3, 6, 400), END);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    assert_int_equal(got.counts.in_gaps, 6);
    assert_int_equal(count_kind(SPOOR_MISSING), 0);
}

static void more_records_in_gaps_than_lost_is_a_contradiction(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, GAP(0, 0, 12, 100, 200), END);
    make_packet(&bad, LOSSES(0, 0, 10, 300), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 1);
    assert_non_null(strstr(messages, "gaps contain 12 events, but 10 were lost in total"));
}

static void a_bad_checksum_is_reported_with_its_offset_and_loss(void **state)
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

static void duplicate_packets_count_once(void **state)
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

/* ------------------------------------------------------------------ steps back */

/* Append packet `number`, with `before` records before it, to the six packets. @return contradictions */
static uint64_t with_a_packet(uint64_t number, uint64_t before, uint64_t time)
{
    bad = whole;
    make_packet(&bad, EVENTS(0, number, before, time), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    return got.traffic.wrong;
}

static void decreasing_times_or_counts_are_contradictions(void **state)
{
    const uint64_t end = UINT64_C(0x100000000) + 5205;

    (void)state;
    assert_int_equal(with_a_packet(6, 18, end), 0);
    assert_int_equal(got.counts.decoded, 19);
    assert_int_equal(with_a_packet(6, 18, end - 1), 1);
    assert_non_null(strstr(messages, "packet 6: time decreases from 4294972501 to 4294972500"));
    assert_int_equal(with_a_packet(6, 17, end), 1);
    assert_non_null(strstr(messages, "packet 6: its count of earlier records decreases from 18 to 17"));
    assert_int_equal(with_a_packet(7, 17, end), 1);
    assert_int_equal(with_a_packet(9, 30, 5), 1);
    assert_int_equal(with_a_packet(6, 19, end), 1);
    assert_non_null(strstr(messages, "1 events missing, but no packet"));
    assert_int_equal(count_kind(SPOOR_BEGIN), 1);
}

/* The network swapped two packets: the counts were sent before the last packet of events. */
static void counts_received_after_later_events_are_ignored(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, EVENTS(0, 1, 1, 300), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES(0, 1, 0, 200), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 0);
    assert_int_equal(got.traffic.late, 1);
    assert_int_equal(got.counts.decoded, 2);
    make_packet(&bad, LOSSES(0, 1, 0, 400), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 1);
    assert_non_null(strstr(messages, "2 events received, but 1 sent"));
}

static void losses_of_an_unknown_event_are_invalid(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, LOSSES(0, 0, 5, 300), NUMBER(500), NUMBER(5), END);
    make_packet(&bad, LOSSES(0, 0, 5, 300), NUMBER(SPOOR_WIRE_IDS), NUMBER(5), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.invalid, 2);
    assert_int_equal(got.counts.lost, 0);
    assert_int_equal(count_kind(SPOOR_LOSSES), 0);
    make_packet(&bad, LOSSES(0, 0, 5, 300), NUMBER(ID_ONE), NUMBER(5), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_LOSSES), 1);
    assert_int_equal(got.counts.lost, 5);
}

static void a_late_packet_is_ignored(void **state)
{
    (void)state;
    assert_int_equal(with_a_packet(2, 6, 5), 0);
    assert_int_equal(got.traffic.late, 1);
    assert_int_equal(got.counts.decoded, 18);
    check_account();
}

/* The time jumps by an hour and a second between two headers. */
static void a_jump_of_time_by_an_hour_is_a_contradiction(void **state)
{
    (void)state;
    for (uint64_t more = 0; more < 2; more++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, EVENTS(0, 0, 0, UINT64_C(3600999999) + more), RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, more);
    }
    assert_non_null(strstr(messages, "time jumps by more than an hour"));
}

static void records_after_the_clock_of_a_later_header_are_a_contradiction(void **state)
{
    struct make_header later = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .events = 5, .now = 5000};

    (void)state;
    for (later.now = 4999; later.now <= 5000; later.now++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, EVENTS(0, 0, 0, 5001), RECORD(ID_HITS, 0), END);
        make_any_header(&bad, &later);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, later.now == 4999); /* a difference of one tick is rounding */
    }
}

static void messages_of_a_kind_are_bounded(void **state)
{
    char *line = messages;
    unsigned lines = 0;

    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    for (unsigned n = 0; n < 500; n++) {
        make_packet(&bad, EVENTS(0, 2 * n, 2 * n, 100 + n), RECORD(ID_HITS, 0), END);
    }
    read_bytes(bad.bytes, bad.used);
    for (; (line = strchr(line, '\n')) != NULL; line++) {
        lines++;
    }
    assert_int_equal(lines, 21);
    assert_non_null(strstr(messages, "479 more messages like"));
    assert_int_equal(got.counts.missing, 499);
}

static void a_reader_without_a_report_says_nothing(void **state)
{
    const struct spoor_report none = {NULL, NULL};

    (void)state;
    bad = whole;
    bad.bytes[frame.begin[2] + 8] ^= 1;
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &none);
    collect(reader);
    assert_int_equal(check_records(), ALL - (1u << 2));
    assert_int_equal(got.counts.missing, 3);
    assert_string_equal(messages, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_intact_stream_is_read_without_messages),
        cmocka_unit_test(a_flipped_bit_costs_one_packet_and_is_reported),
        cmocka_unit_test(an_inserted_byte_costs_one_packet),
        cmocka_unit_test(a_removed_byte_costs_one_packet),
        cmocka_unit_test(a_stream_may_begin_and_end_at_any_byte),
        cmocka_unit_test(garbage_between_frames_costs_nothing),
        cmocka_unit_test(a_lost_packet_is_counted_to_the_event),
        cmocka_unit_test(after_a_clear_losses_restart),
        cmocka_unit_test(a_bad_checksum_is_reported_with_its_offset_and_loss),
        cmocka_unit_test(duplicate_packets_count_once),
        cmocka_unit_test(a_decreasing_count_of_cleared_records_is_a_contradiction),
        cmocka_unit_test(duplicate_gaps_count_once),
        cmocka_unit_test(lost_gap_and_clear_packets_are_reported_at_their_place),
        cmocka_unit_test(in_the_old_version_gaps_have_numbers_of_their_own),
        cmocka_unit_test(more_records_in_gaps_than_lost_is_a_contradiction),
        cmocka_unit_test(decreasing_times_or_counts_are_contradictions),
        cmocka_unit_test(counts_received_after_later_events_are_ignored),
        cmocka_unit_test(losses_of_an_unknown_event_are_invalid),
        cmocka_unit_test(a_late_packet_is_ignored),
        cmocka_unit_test(a_jump_of_time_by_an_hour_is_a_contradiction),
        cmocka_unit_test(records_after_the_clock_of_a_later_header_are_a_contradiction),
        cmocka_unit_test(messages_of_a_kind_are_bounded),
        cmocka_unit_test(a_reader_without_a_report_says_nothing),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
