/* SPDX-License-Identifier: BSD-2-Clause */
/* The target's counts of sent and lost records: their order, what they add to gaps, contradictions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_fixture.h"

static void begin(void)
{
    bad.used = 0;
    make_usual_header(&bad, 1);
}

/* Counts of clears, sent and lost records, with their time. */
struct counts {
    unsigned clears, sent, lost, until;
};

static void put(const struct counts *c)
{
    make_packet(&bad, LOSSES_AFTER(0, c->clears, 0, c->sent, c->lost, c->until), END);
}

static uint64_t late_after(const struct counts *first, const struct counts *second)
{
    begin();
    if (first != NULL) {
        put(first);
    }
    put(second);
    read_bytes(bad.bytes, bad.used);
    return got.traffic.late;
}

/* No record was received. Counts with fewer records or clears than before were sent before them. */
static void counts_that_a_network_delayed_are_late(void **state)
{
    const struct counts now = {.clears = 2, .sent = 5, .until = 300};

    (void)state;
    assert_int_equal(late_after(NULL, &(struct counts){2, 3, 0, 200}), 0);
    assert_int_equal(late_after(&now, &(struct counts){2, 3, 0, 200}), 1);
    assert_int_equal(got.counts.sent, 5);
    assert_int_equal(late_after(&now, &(struct counts){2, 5, 0, 200}), 0);
    assert_int_equal(late_after(&now, &(struct counts){2, 3, 0, 300}), 0);
    assert_int_equal(late_after(&now, &(struct counts){1, 5, 0, 400}), 1);
    assert_int_equal(got.counts.until, 300);
    assert_int_equal(late_after(&now, &(struct counts){3, 5, 0, 400}), 0);
}

/* Without an ELF file the number of a packet's records isn't known before the next packet or counts. */
static void unread_packets_count_as_unread_unless_others_are_missing(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    elf = NULL;
    for (unsigned lost = 0; lost < 2; lost++) {
        begin();
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
        make_packet(&bad, EVENTS(0, 1 + lost, 6, 200), RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.counts.unread, lost ? 0 : 6);
        assert_int_equal(got.counts.missing, lost ? 6 : 0);
        assert_int_equal(strstr(messages, "1 packet is missing (6 events lost)") != NULL, lost);
    }
    begin(); /* the counts have them; the next packet agrees */
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES(0, 3, 0, 150), END);
    make_packet(&bad, EVENTS(0, 1, 3, 200), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES(0, 4, 0, 300), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.counts.unread, 4);
    assert_int_equal(got.counts.missing + got.traffic.wrong, 0);
    elf = usual;
}

static void fewer_records_sent_than_received_is_a_contradiction(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    for (unsigned with_elf = 0; with_elf < 2; with_elf++) {
        elf = with_elf ? usual : NULL;
        begin();
        make_packet(&bad, EVENTS(0, 1, 5, 100), RECORD(ID_HITS, 0), END);
        make_packet(&bad, LOSSES(0, 3, 0, 300), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, 1);
        assert_int_equal(got.counts.unread, 0);
        assert_non_null(strstr(messages, with_elf ? "6 events received, but 3 sent" : "5 events received"));
    }
    begin(); /* the count has wrapped, and no packet was received */
    make_packet(&bad, LOSSES(0, UINT32_MAX, 0, 300), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 0);
    elf = usual;
}

static void losses_of_any_id_count_without_an_elf_file(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    for (unsigned with_elf = 0; with_elf < 2; with_elf++) {
        elf = with_elf ? usual : NULL;
        begin();
        make_packet(&bad, LOSSES(0, 0, 5, 300), NUMBER(500), NUMBER(5), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, with_elf);
        assert_int_equal(got.counts.lost, with_elf ? 0 : 5);
        begin();
        make_packet(&bad, LOSSES(0, 0, 5, 300), NUMBER(SPOOR_WIRE_ID_ANY), NUMBER(5), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, 0);
        assert_int_equal(got.counts.lost, 5);
    }
    elf = usual;
}

/* ------------------------------------------------------------------ losses without a gap */

/* @return the gaps after two counts of five lost records, `second` being the later one */
static unsigned gaps_with(const struct counts *second, bool seen, unsigned version)
{
    bad.used = 0;
    make_any_header(
        &bad, &(struct make_header){
                  .version = version, .recording = 1, .boots = 1, .cpus = 1, .hz = 1000000, .events = 5});
    if (seen) {
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    }
    put(&(struct counts){.sent = second->sent, .lost = 5, .until = 150});
    put(second);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong + got.traffic.late, 0);
    return count_kind(SPOOR_GAP);
}

/* Equal counts at two times show that the losses precede the second one. */
static void losses_get_a_place_by_two_equal_counts(void **state)
{
    (void)state;
    assert_int_equal(gaps_with(&(struct counts){0, 1, 5, 250}, true, SPOOR_WIRE_VERSION), 1);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 5);
    assert_int_equal(nth(SPOOR_GAP, 0)->until, 250);
    assert_int_equal(got.counts.in_gaps, 5);
    assert_int_equal(gaps_with(&(struct counts){0, 1, 6, 250}, true, SPOOR_WIRE_VERSION), 0);
    assert_int_equal(gaps_with(&(struct counts){0, 1, 5, 150}, true, SPOOR_WIRE_VERSION), 0);
    assert_int_equal(gaps_with(&(struct counts){1, 1, 5, 250}, true, SPOOR_WIRE_VERSION), 0);
    /* nothing was received of the CPU; in the old version a gap always precedes the counts */
    assert_int_equal(gaps_with(&(struct counts){0, 0, 5, 250}, false, SPOOR_WIRE_VERSION), 0);
    assert_int_equal(gaps_with(&(struct counts){0, 1, 5, 250}, true, SPOOR_WIRE_VERSION_OLD), 0);
}

/* A gap has three of the five. */
static void losses_in_gaps_have_a_place_already(void **state)
{
    (void)state;
    begin();
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, GAP(0, 1, 3, 110, 140), END);
    make_packet(&bad, EVENTS(0, 2, 1, 140), RECORD(ID_HITS, 0), END);
    put(&(struct counts){.sent = 2, .lost = 5, .until = 200});
    put(&(struct counts){.sent = 2, .lost = 5, .until = 250});
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_GAP), 2);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 3);
    assert_int_equal(nth(SPOOR_GAP, 1)->count, 2);
    assert_int_equal(got.counts.in_gaps, 5);
}

/* Five were lost before reading began, and three since. */
static void losses_before_the_first_header_have_no_place(void **state)
{
    struct make_header later = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .events = 5};

    (void)state;
    bad.used = 0;
    make_any_header(&bad, &later);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    put(&(struct counts){.sent = 1, .lost = 5, .until = 150});
    put(&(struct counts){.sent = 1, .lost = 8, .until = 200});
    put(&(struct counts){.sent = 1, .lost = 8, .until = 250});
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_GAP), 1);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 3);
    assert_int_equal(got.counts.in_gaps, 3);
}

/* Nothing was lost until 150; the losses happened after that. */
static void losses_begin_after_counts_without_them(void **state)
{
    (void)state;
    begin();
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    put(&(struct counts){.sent = 1, .until = 150});
    put(&(struct counts){.sent = 1, .lost = 5, .until = 250});
    put(&(struct counts){.sent = 1, .lost = 5, .until = 350});
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_GAP), 1);
    assert_int_equal(nth(SPOOR_GAP, 0)->time, 150);
    assert_int_equal(nth(SPOOR_GAP, 0)->until, 350);
}

/* The gap of losses that the counts have placed already arrives later, with `more` losses. */
static void a_gap_has_only_the_losses_that_have_no_place_yet(void **state)
{
    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        for (unsigned early = 0; early < 2; early++) {
            (void)gaps_with(&(struct counts){0, 1, 5, 250}, true, SPOOR_WIRE_VERSION);
            make_packet(&bad, GAP(0, 1, 5 + more, 100, early ? 240 : 300), END);
            make_packet(&bad, EVENTS(0, 2, 1, 300), RECORD(ID_HITS, 0), END);
            read_bytes(bad.bytes, bad.used);
            assert_int_equal(count_kind(SPOOR_GAP), 1 + more);
            assert_int_equal(got.counts.in_gaps, 5 + more);
            if (more != 0) {
                assert_int_equal(nth(SPOOR_GAP, 1)->count, more);
                assert_int_equal(nth(SPOOR_GAP, 1)->time, early ? 240 : 250);
            }
        }
    }
}

/* The packets before it are missing, and its time is earlier than the last record. */
static void a_gap_after_missing_packets_begins_with_the_earlier_time(void **state)
{
    (void)state;
    for (unsigned from = 400; from <= 600; from += 200) {
        begin();
        make_packet(&bad, EVENTS(0, 0, 0, 500), RECORD(ID_HITS, 0), END);
        make_packet(&bad, GAP(0, 2, 5, from, 700), END);
        make_packet(&bad, EVENTS(0, 3, 1, 700), RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(nth(SPOOR_GAP, 0)->time, from == 400 ? 400 : 500);
    }
}

static void a_count_of_losses_that_decreases_is_a_contradiction(void **state)
{
    (void)state;
    begin();
    put(&(struct counts){.lost = 5, .until = 150});
    put(&(struct counts){.lost = 3, .until = 250});
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 1);
    assert_non_null(strstr(messages, "CPU 0: 3 events lost, but 5 were reported before"));
    assert_int_equal(got.counts.lost, 5);
}

static void a_clear_is_counted_once(void **state)
{
    (void)state;
    begin();
    make_packet(&bad, CLEARED(0, 2, 15, 300, 400), END);
    make_packet(&bad, CLEARED(0, 2, 16, 300, 400), END);
    make_packet(&bad, CLEARED(0, 1, 3, 100, 200), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.repeated, 2);
    assert_int_equal(got.counts.cleared, 15);
    assert_int_equal(count_kind(SPOOR_CLEARED), 1);
}

static void several_packets_of_gaps_may_be_missing(void **state)
{
    (void)state;
    begin();
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, EVENTS(0, 3, 1, 200), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_non_null(strstr(messages, "2 packets are missing that reported events lost on the target"));
}

/* Its records can't be counted twice either. */
static void a_late_packet_is_skipped_without_an_elf_file(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    elf = NULL;
    begin();
    make_packet(&bad, EVENTS(0, 5, 9, 200), RECORD(ID_HITS, 0), END);
    make_packet(&bad, EVENTS(0, 4, 8, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES(0, 10, 0, 300), END);
    read_bytes(bad.bytes, bad.used);
    elf = usual;
    assert_int_equal(got.traffic.late, 1);
    assert_int_equal(got.counts.unread, 1);
    assert_int_equal(got.counts.before, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_that_a_network_delayed_are_late),
        cmocka_unit_test(unread_packets_count_as_unread_unless_others_are_missing),
        cmocka_unit_test(fewer_records_sent_than_received_is_a_contradiction),
        cmocka_unit_test(losses_of_any_id_count_without_an_elf_file),
        cmocka_unit_test(losses_get_a_place_by_two_equal_counts),
        cmocka_unit_test(losses_in_gaps_have_a_place_already),
        cmocka_unit_test(losses_before_the_first_header_have_no_place),
        cmocka_unit_test(losses_begin_after_counts_without_them),
        cmocka_unit_test(a_gap_has_only_the_losses_that_have_no_place_yet),
        cmocka_unit_test(a_gap_after_missing_packets_begins_with_the_earlier_time),
        cmocka_unit_test(a_count_of_losses_that_decreases_is_a_contradiction),
        cmocka_unit_test(a_clear_is_counted_once),
        cmocka_unit_test(several_packets_of_gaps_may_be_missing),
        cmocka_unit_test(a_late_packet_is_skipped_without_an_elf_file),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
