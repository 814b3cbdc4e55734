/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of several CPUs must be read in the order of time, each as soon as no CPU can have an earlier one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

static void records_of_several_cpus_are_in_the_order_of_time(void **state)
{
    struct make m = {.used = 0};
    const struct spoor_item *i;
    uint64_t last = 0;
    unsigned n = 0;

    (void)state;
    make_usual_header(&m, 2);
    make_packet(&m, EVENTS(1, 0, 0, 10), RECORD(ID_SWITCH, 0), UINT64_C(1), RECORD(ID_SWITCH, 10),
                UINT64_C(0x21), END);
    make_packet(&m, EVENTS(0, 0, 0, 15), RECORD(ID_HITS, 0), RECORD(ID_WAKE, 5), UINT64_C(2), END);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(m.bytes, m.used, "two", elf, &report);
    static const uint16_t order[] = {ID_SWITCH, ID_HITS, ID_WAKE, ID_SWITCH};

    while (spoor_next(reader, &i) > 0) {
        if (i->kind == SPOOR_RECORD) {
            assert_true(n < 4 && i->time >= last);
            assert_int_equal(i->id, order[n++]);
            last = i->time;
        }
    }
    assert_int_equal(n, 4);
}

/* CPU 0's second packet was lost. Its counts report this before its next packet arrives. */
static void a_loss_precedes_later_records_of_other_cpus(void **state)
{
    struct make m = {.used = 0};
    uint64_t last = 0;

    (void)state;
    make_usual_header(&m, 2);
    for (unsigned n = 0; n < 2; n++) {
        make_packet(&m, EVENTS(n, 0, 0, 100), RECORD(ID_HITS, 0), END);
        make_packet(&m, LOSSES(n, 1, 0, 200), END);
    }
    make_packet(&m, EVENTS(1, 1, 1, 310), RECORD(ID_HITS, 0), END);
    make_packet(&m, LOSSES(0, 2, 0, 400), END);
    make_packet(&m, LOSSES(1, 2, 0, 400), END);
    make_packet(&m, EVENTS(1, 2, 2, 450), RECORD(ID_HITS, 0), END);
    make_packet(&m, EVENTS(0, 2, 2, 500), RECORD(ID_HITS, 0), END);
    make_packet(&m, LOSSES(0, 3, 0, 600), END);
    make_packet(&m, LOSSES(1, 3, 0, 600), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 5);
    assert_int_equal(nth(SPOOR_MISSING, 0)->time, 200);
    assert_int_equal(nth(SPOOR_MISSING, 0)->until, 500);
    for (unsigned n = 0; n < got.count; n++) {
        const struct spoor_item *i = &got.items[n];

        if (i->kind == SPOOR_RECORD || i->kind == SPOOR_MISSING) {
            assert_true(i->time >= last);
            last = i->time;
        }
    }
    make_packet(&m, EVENTS(0, 4, 6, 700), RECORD(ID_HITS, 0), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(count_kind(SPOOR_MISSING), 2);
    assert_int_equal(got.counts.missing, 1 + 3);
}

/* Number of records read before the reader first waited for input. */
static unsigned idle_after;

static void note_idle(void *arg)
{
    unsigned *records = arg;

    if (idle_after == 0) {
        idle_after = *records;
    }
    spoor_stop(reader);
}

static unsigned live_of(const struct make *m, enum spoor_kind kind)
{
    const struct spoor_item *i;
    unsigned records = 0;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_true(write(ends[1], m->bytes, m->used) == (ssize_t)m->used);
    messages[0] = 0;
    idle_after = 0;
    spoor_close(reader);
    reader = spoor_open_fd(ends[0], "pipe", elf, &report);
    spoor_on_idle(reader, note_idle, &records);
    while (spoor_next(reader, &i) > 0) {
        records += i->kind == kind;
    }
    close(ends[0]);
    close(ends[1]);
    return idle_after;
}

static unsigned live(const struct make *m)
{
    return live_of(m, SPOOR_RECORD);
}

static void a_watermark_releases_records(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 2);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), RECORD(ID_HITS, 100), RECORD(ID_HITS, 100),
                END);
    assert_int_equal(live(&m), 0);
    make_packet(&m, LOSSES(1, 0, 0, 201), END);
    assert_int_equal(live(&m), 2);
    make_packet(&m, EVENTS(1, 0, 0, 300), RECORD(ID_HITS, 0), END);
    assert_int_equal(live(&m), 3);
}

static void with_one_cpu_records_do_not_wait(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 1);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    assert_int_equal(live(&m), 1);
}

/* A reader that starts in the middle of a stream may see a gap before any packet of a CPU. */
static void a_first_gap_starts_at_the_time_in_its_packet(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_any_header(
        &m,
        &(struct make_header){
            .recording = 1, .boots = 1, .repeated = true, .now = 900, .cpus = 1, .hz = 1000000, .events = 5});
    make_packet(&m, GAP(0, 57, 5, 1000, 1100), END);
    make_packet(&m, GAP(0, 58, 5, 1100, 1200), END);
    make_packet(&m, EVENTS(0, 59, 70, 1200), RECORD(ID_HITS, 0), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(nth(SPOOR_GAP, 0)->time, 1000);
    assert_int_equal(nth(SPOOR_GAP, 1)->time, 1100);
    /* packet 60 is lost: the first of two gaps begins there, the second at the time in its packet */
    make_packet(&m, GAP(0, 61, 5, 1300, 1400), END);
    make_packet(&m, GAP(0, 62, 5, 1500, 1600), END);
    make_packet(&m, EVENTS(0, 63, 71, 1600), RECORD(ID_HITS, 0), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(nth(SPOOR_GAP, 2)->time, 1200);
    assert_int_equal(nth(SPOOR_GAP, 3)->time, 1500);
}

/* CPU 1 lost records and then records nothing for a long time: its gap is sent with its next packet. */
static void a_silent_cpu_with_losses_does_not_delay_records(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 2);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&m, EVENTS(1, 0, 0, 100), RECORD(ID_HITS, 0), END);
    for (unsigned n = 1; n < 100; n++) {
        make_packet(&m, EVENTS(0, n, n, 100 + 100 * n), RECORD(ID_HITS, 0), END);
        make_packet(&m, LOSSES(0, n + 1, 0, 150 + 100 * n), END);
        make_packet(&m, LOSSES(1, 1, 5, 150 + 100 * n), END);
    }
    assert_int_equal(live(&m), 101);
    make_packet(&m, LOSSES(1, 1, 7, 10100), END);
    make_packet(&m, GAP(1, 1, 7, 100, 10200), END);
    make_packet(&m, EVENTS(1, 2, 1, 10200), RECORD(ID_HITS, 0), END);
    make_packet(&m, LOSSES(1, 2, 7, 10300), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(count_kind(SPOOR_GAP), 2);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 5);
    assert_int_equal(nth(SPOOR_GAP, 0)->time, 100);
    assert_int_equal(nth(SPOOR_GAP, 0)->until, 350);
    assert_int_equal(nth(SPOOR_GAP, 1)->count, 2);
    assert_int_equal(nth(SPOOR_GAP, 1)->time, 10050);
    assert_int_equal(nth(SPOOR_GAP, 1)->until, 10200);
    for (unsigned n = 1; n < got.count; n++) {
        assert_true(got.items[n].kind > SPOOR_TIMED || got.items[n].time >= got.items[n - 1].time ||
                    got.items[n - 1].kind > SPOOR_TIMED);
    }
}

/* The link damages a packet, and the stream ends without another header. */
static void text_does_not_wait_for_a_header(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 1);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    size_t at = m.used;

    make_packet(&m, LOSSES(0, 1, 0, 250), END);
    m.bytes[at + 4] ^= 0x55;
    make_packet(&m, EVENTS(0, 1, 1, 300), RECORD(ID_HITS, 0), END);
    make_text(&m, "$ help\n");
    assert_int_equal(live_of(&m, SPOOR_TEXT), 1);
    make_packet(&m, LOSSES(0, 2, 0, 350), END);
    make_text(&m, "$ exit\n");
    assert_int_equal(live_of(&m, SPOOR_TEXT), 2);
    assert_int_equal(live(&m), 1);
}

/* The other CPU may still have sent an earlier record. */
static void text_waits_for_records_before_it(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 2);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_text(&m, "$ help\n");
    assert_int_equal(live_of(&m, SPOOR_TEXT), 0);
    make_packet(&m, LOSSES(1, 0, 0, 250), END);
    assert_int_equal(live_of(&m, SPOOR_TEXT), 1);
}

static void put_damaged_filter(struct make *m, bool damaged)
{
    make_packet(m, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(1), NUMBER(290), NUMBER(300), NUMBER(0), NUMBER(0),
                NUMBER(0), NUMBER(1), NUMBER(1), END);
    m->bytes[m->used - 2] ^= damaged ? 0x55 : 0;
}

/* The link damages the packet that reports disabled events, and its copy after the next header. */
static void records_wait_for_a_header_with_intact_packets(void **state)
{
    struct make m = {.used = 0};
    struct make_header again = {
        .recording = 1, .boots = 1, .repeated = true, .cpus = 1, .hz = 1000000, .events = 5, .now = 600};
    bool told = false;

    (void)state;
    make_usual_header(&m, 1);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    put_damaged_filter(&m, true);
    make_packet(&m, EVENTS(0, 1, 1, 400), RECORD(ID_HITS, 0), END);
    make_any_header(&m, &again);
    put_damaged_filter(&m, true);
    make_packet(&m, LOSSES(0, 2, 0, 610), END);
    again.now = 1600;
    make_any_header(&m, &again);
    put_damaged_filter(&m, false);
    make_packet(&m, LOSSES(0, 2, 0, 1610), END);
    read_bytes(m.bytes, m.used);
    for (unsigned n = 0; n < got.count; n++) {
        told |= got.items[n].kind == SPOOR_FILTER;
        assert_true(told || got.items[n].kind != SPOOR_RECORD || got.items[n].time < 300);
    }
    assert_true(told);
}

/* Two filters were sent, and the link lost the first. It may have been active since the damage. */
static void a_filter_between_two_others_is_unknown_since_the_damage(void **state)
{
    struct make m = {.used = 0};
    struct make_header again = {
        .recording = 1, .boots = 1, .repeated = true, .cpus = 1, .hz = 1000000, .events = 5, .now = 600};

    (void)state;
    make_usual_header(&m, 1);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    put_damaged_filter(&m, true);
    make_any_header(&m, &again);
    make_packet(&m, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(2), NUMBER(490), NUMBER(500), NUMBER(0), NUMBER(0),
                NUMBER(0), NUMBER(1), NUMBER(1), END);
    make_packet(&m, EVENTS(0, 1, 1, 700), RECORD(ID_HITS, 0), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(count_kind(SPOOR_FILTER), 3);
    assert_int_equal(nth(SPOOR_FILTER, 0)->time, 100);
    assert_null(nth(SPOOR_FILTER, 0)->filter);
    assert_non_null(nth(SPOOR_FILTER, 2)->filter);
}

/* Damage without a later header: when records can't wait any longer, the filter is unknown from there on. */
static void records_that_waited_too_long_have_an_unknown_filter(void **state)
{
    static struct make m;
    const struct spoor_item *i, *filter = NULL;
    struct spoor_item last = {.kind = SPOOR_TEXT};
    unsigned records = 0;

    (void)state;
    m.used = 0;
    make_usual_header(&m, 1);
    put_damaged_filter(&m, false);
    make_packet(&m, EVENTS(0, 0, 0, 400), RECORD(ID_HITS, 0), END);
    put_damaged_filter(&m, true);
    for (unsigned n = 1; n < 4000; n++) {
        make_packet(&m, EVENTS(0, n, n, 400 + n), RECORD(ID_HITS, 0), END);
    }
    spoor_close(reader);
    reader = spoor_open_memory(m.bytes, m.used, "long", elf, &report);
    while (spoor_next(reader, &i) > 0) {
        if (i->kind == SPOOR_FILTER) {
            last = *i;
            filter = &last;
        } else if (i->kind == SPOOR_RECORD) {
            records++;
            assert_true(filter != NULL && (filter->filter == NULL) == (i->time > 400));
        }
    }
    assert_int_equal(records, 4000);
}

/* The state after a header is complete when another packet follows; then records don't wait any more. */
static void a_header_after_a_header_says_nothing_about_the_filter(void **state)
{
    struct make m = {.used = 0};
    struct make_header again = {
        .recording = 1, .boots = 1, .repeated = true, .cpus = 1, .hz = 1000000, .events = 5, .now = 600};

    (void)state;
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_any_header(&m, &again);
    again.now = 700;
    make_any_header(&m, &again);
    assert_int_equal(live(&m), 0);
    make_packet(&m, LOSSES(0, 1, 0, 650), END);
    assert_int_equal(live(&m), 1);
}

/* CPU 1 sends nothing. */
static void records_that_waited_too_long_are_in_uncertain_order(void **state)
{
    static struct make m;
    const struct spoor_item *i;
    unsigned records = 0;

    (void)state;
    m.used = 0;
    make_usual_header(&m, 2);
    for (unsigned n = 0; n < 4000; n++) {
        make_packet(&m, EVENTS(0, n, n, 400 + n), RECORD(ID_HITS, 0), END);
    }
    spoor_close(reader);
    reader = spoor_open_memory(m.bytes, m.used, "long", elf, &report);
    while (spoor_next(reader, &i) > 0) {
        assert_int_not_equal(i->kind, SPOOR_FILTER);
        records += i->kind == SPOOR_RECORD;
    }
    assert_int_equal(records, 4000);
    assert_in_range(spoor_traffic(reader)->unordered, 1, 3999);
}

static void wakes_at_the_same_time_are_in_the_order_of_cpus(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 2);
    for (unsigned cpu = 2; cpu-- > 0;) {
        make_packet(&m, EVENTS(cpu, 0, 0, 90), RECORD(ID_HITS, 0), RECORD(ID_WAKE, 10), NUMBER(cpu), END);
    }
    read_bytes(m.bytes, m.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 4);
    for (unsigned n = 0; n < 4; n++) {
        assert_int_equal(nth(SPOOR_RECORD, n)->cpu, n % 2);
        assert_int_equal(nth(SPOOR_RECORD, n)->id, n < 2 ? ID_HITS : ID_WAKE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_several_cpus_are_in_the_order_of_time),
        cmocka_unit_test(a_loss_precedes_later_records_of_other_cpus),
        cmocka_unit_test(a_watermark_releases_records),
        cmocka_unit_test(with_one_cpu_records_do_not_wait),
        cmocka_unit_test(text_does_not_wait_for_a_header),
        cmocka_unit_test(records_that_waited_too_long_have_an_unknown_filter),
        cmocka_unit_test(text_waits_for_records_before_it),
        cmocka_unit_test(records_wait_for_a_header_with_intact_packets),
        cmocka_unit_test(a_filter_between_two_others_is_unknown_since_the_damage),
        cmocka_unit_test(a_silent_cpu_with_losses_does_not_delay_records),
        cmocka_unit_test(a_header_after_a_header_says_nothing_about_the_filter),
        cmocka_unit_test(records_that_waited_too_long_are_in_uncertain_order),
        cmocka_unit_test(wakes_at_the_same_time_are_in_the_order_of_cpus),
        cmocka_unit_test(a_first_gap_starts_at_the_time_in_its_packet),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
