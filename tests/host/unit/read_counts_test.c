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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_that_a_network_delayed_are_late),
        cmocka_unit_test(unread_packets_count_as_unread_unless_others_are_missing),
        cmocka_unit_test(fewer_records_sent_than_received_is_a_contradiction),
        cmocka_unit_test(losses_of_any_id_count_without_an_elf_file),
        cmocka_unit_test(losses_get_a_place_by_two_equal_counts),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
