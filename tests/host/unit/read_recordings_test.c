/* SPDX-License-Identifier: BSD-2-Clause */
/* Files with several recordings: where a recording begins, which packets belong to it. Recordings with many
 * threads. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

/* Each recording has another number, other names and another rate. The first one has losses. */
static void a_file_may_have_several_recordings(void **state)
{
    const struct spoor_item *i;
    unsigned recordings = 0, records = 0;

    (void)state;
    bad.used = 0;
    for (unsigned n = 0; n < 3; n++) {
        make_any_header(
            &bad, &(struct make_header){
                      .recording = 7 + n, .boots = 1 + n, .cpus = 2, .hz = 1000000 * (1 + n), .events = 5});
        make_packet(&bad, SPOOR_WIRE_THREAD, NUMBER(7 + n), NUMBER(2), NUMBER(4), NUMBER(1), NUMBER('a' + n),
                    END);
        if (n == 0)
            make_packet(&bad, SPOOR_WIRE_THREAD, NUMBER(7), NUMBER(3), NUMBER(4), NUMBER(1), NUMBER('x'),
                        END);
        for (unsigned cpu = 0; cpu < 2; cpu++) {
            make_packet(&bad, SPOOR_WIRE_EVENTS, NUMBER(7 + n), NUMBER(cpu), NUMBER(0), NUMBER(0),
                        NUMBER(5000 - 1000 * n - cpu), RECORD(ID_HITS, 0), END);
            make_packet(&bad, SPOOR_WIRE_LOSSES, NUMBER(7 + n), NUMBER(cpu), NUMBER(0), NUMBER(0), NUMBER(1),
                        NUMBER(n == 0 ? 5 : 0), NUMBER(6000), END);
        }
    }
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &report);
    while (spoor_next(reader, &i) > 0) {
        recordings += i->kind == SPOOR_BEGIN;
        if (i->kind == SPOOR_RECORD) {
            const struct spoor_recording *rec = spoor_recording(reader);

            assert_int_equal(recordings, 1 + records / 2);
            assert_int_equal(i->cpu, 1 - records % 2);
            assert_int_equal(rec->id, 6 + recordings);
            assert_int_equal(rec->header.hz, 1000000 * recordings);
            assert_int_equal(spoor_thread(reader, 2)->name[0], 'a' + recordings - 1);
            assert_int_equal(spoor_thread(reader, 3) != NULL, recordings == 1);
            records++;
        }
    }
    assert_string_equal(messages, "");
    assert_int_equal(records, 6);
    assert_int_equal(spoor_recordings(reader), 3);
    assert_int_equal(spoor_lost(&spoor_recording_nth(reader, 0)->account[1]), 5);
    assert_int_equal(spoor_lost(&spoor_recording_nth(reader, 2)->account[1]), 0);
}

/* If the header, counts and first packets are damaged, the recording numbers in the other packets show it. */
static void a_recording_with_a_damaged_start_is_separate(void **state)
{
    (void)state;
    bad = whole;
    make_packet(&bad, SPOOR_WIRE_EVENTS, NUMBER(2), NUMBER(0), NUMBER(3), NUMBER(30), NUMBER(77),
                RECORD(ID_HITS, 0), END);
    make_packet(&bad, SPOOR_WIRE_LOSSES, NUMBER(2), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(31), NUMBER(0),
                NUMBER(100), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.wrong, 0);
    assert_int_equal(count_kind(SPOOR_BEGIN), 2);
    assert_int_equal(got.counts.before, 30);
    assert_int_equal(got.counts.decoded, 1);
}

static void a_late_packet_of_an_earlier_recording_is_skipped(void **state)
{
    (void)state;
    bad = whole;
    make_packet(&bad, SPOOR_WIRE_EVENTS, NUMBER(2), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(77),
                RECORD(ID_HITS, 0), END);
    make_packet(&bad, EVENTS(0, 6, 18, UINT64_C(0x100000000) + 6000), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.late, 1);
    assert_int_equal(count_kind(SPOOR_BEGIN), 2);
    assert_non_null(strstr(messages, "a packet of recording 1, which has ended, skipped"));
}

/* After a power failure the target starts with the same recording number again. */
static void a_first_header_starts_a_recording_with_the_same_number(void **state)
{
    struct make once = {.used = 0};

    (void)state;
    make_usual_header(&once, 1);
    make_packet(&once, EVENTS(0, 0, 0, 50), RECORD(ID_HITS, 0), END);
    for (unsigned n = 0; n < 70; n++) {
        make_packet(&once, EVENTS(0, 1 + n, 1 + n, 60 + n), RECORD(ID_HITS, 0), END);
    }
    make_packet(&once, LOSSES(0, 71, 0, 200), END);
    for (unsigned n = 0; n < 20; n++) {
        make_packet(&once, LOSSES(0, 71, 0, 201 + n), END);
    }
    bad = once;
    make_bytes(&bad, once.bytes, once.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_BEGIN), 2);
    assert_int_equal(count_kind(SPOOR_RECORD), 142);
    assert_int_equal(got.traffic.wrong + got.traffic.late + got.traffic.repeated, 0);
}

/* Two concatenated files, each without the recording's first packets. */
static void a_recorders_note_starts_a_recording_with_the_same_number(void **state)
{
    (void)state;
    bad.used = 0;
    for (unsigned n = 0; n < 2; n++) {
        make_packet(&bad, SPOOR_WIRE_NOTE, NUMBER(SPOOR_WIRE_NOTE_COMMAND), NUMBER(0), NUMBER(1), NUMBER('a'),
                    END);
        make_packet(&bad, SPOOR_WIRE_NOTE, NUMBER(SPOOR_WIRE_NOTE_COMMAND | SPOOR_WIRE_NOTE_MORE), NUMBER(0),
                    NUMBER(1), NUMBER('b'), END);
        make_packet(&bad, SPOOR_WIRE_THREAD, NUMBER(1), NUMBER(2), NUMBER(4), NUMBER(1), NUMBER('a' + n),
                    END);
        for (unsigned cpu = 0; cpu < 2; cpu++) {
            make_packet(&bad, EVENTS(cpu, 5, 50 + 900 * n, 7000 + 1000 * n), RECORD(ID_HITS, 0), END);
        }
    }
    make_packet(&bad, EVENTS(0, 5, 950, 8000), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_BEGIN), 2);
    assert_int_equal(count_kind(SPOOR_RECORD), 4);
    assert_int_equal(count_kind(SPOOR_MISSING), 0);
    assert_int_equal(got.counts.before, 950);
    assert_int_equal(got.traffic.wrong + got.traffic.late, 0);
    assert_int_equal(got.traffic.repeated, 1);
}

/* Packets of a file that is concatenated with itself aren't duplicates. */
static void put_note(unsigned kind, unsigned ms, char letter)
{
    make_packet(&bad, SPOOR_WIRE_NOTE, NUMBER(kind), NUMBER(ms), NUMBER(2), NUMBER(letter), NUMBER(letter),
                END);
}

static void a_long_note_is_kept_up_to_its_room(void **state)
{
    const size_t room = sizeof spoor_note(reader)->text - 1;

    (void)state;
    bad.used = 0;
    put_note(SPOOR_WIRE_NOTE_COMMAND, 10, 'a');
    for (size_t n = 0; n < room; n++) {
        put_note(SPOOR_WIRE_NOTE_COMMAND | SPOOR_WIRE_NOTE_MORE, 10, 'b');
    }
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(strlen(spoor_note(reader)->text), room);
    assert_memory_equal(spoor_note(reader)->text, "aabb", 4);
}

/* A note has the time of its first packet, and the text of its own continuations only. */
static void the_first_note_of_each_kind_is_kept_with_its_continuations(void **state)
{
    (void)state;
    bad = whole;
    put_note(SPOOR_WIRE_NOTE_END | SPOOR_WIRE_NOTE_MORE, 5, 'x'); /* continues nothing */
    put_note(SPOOR_WIRE_NOTE_COMMAND, 10, 'a');
    put_note(SPOOR_WIRE_NOTE_COMMAND | SPOOR_WIRE_NOTE_MORE, 11, 'b');
    put_note(SPOOR_WIRE_NOTE_END | SPOOR_WIRE_NOTE_MORE, 12, 'y');
    put_note(SPOOR_WIRE_NOTE_END, 20, 'c');
    put_note(SPOOR_WIRE_NOTE_END | SPOOR_WIRE_NOTE_MORE, 21, 'd');
    put_note(SPOOR_WIRE_NOTE_COMMAND, 30, 'e');
    put_note(SPOOR_WIRE_NOTE_COMMAND | SPOOR_WIRE_NOTE_MORE, 31, 'f');
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(spoor_note(reader)->text, "aabb");
    assert_int_equal(spoor_note(reader)->ms, 10);
    assert_string_equal(spoor_end_note(reader)->text, "ccdd");
    assert_int_equal(spoor_end_note(reader)->ms, 20);
}

static void a_file_concatenated_with_itself_is_two_recordings(void **state)
{
    (void)state;
    bad.used = 0;
    for (unsigned n = 0; n < 2; n++) {
        make_packet(&bad, SPOOR_WIRE_NOTE, NUMBER(SPOOR_WIRE_NOTE_COMMAND), NUMBER(0), NUMBER(1), NUMBER('a'),
                    END);
        make_packet(&bad, EVENTS(0, 5, 50, 7000), RECORD(ID_HITS, 0), END);
    }
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_BEGIN), 2);
    assert_int_equal(count_kind(SPOOR_RECORD), 2);
    assert_int_equal(got.traffic.repeated, 0);
}

static void a_header_with_another_board_or_rate_starts_a_recording(void **state)
{
    const struct make_header usual = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .events = 5};
    struct make_header others[3] = {usual, usual, usual};

    (void)state;
    others[0].board = "other";
    others[1].hz = 2000000;
    others[2].cpus = 2;
    for (unsigned n = 0; n < 3; n++) {
        bad.used = 0;
        others[n].now = 200;
        make_any_header(&bad, &usual);
        make_packet(&bad, EVENTS(0, 0, 0, 50), RECORD(ID_HITS, 0), END);
        make_any_header(&bad, &others[n]);
        make_packet(&bad, EVENTS(0, 8, 80, 90), RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_BEGIN), 2);
        assert_int_equal(count_kind(SPOOR_MISSING), 0);
        assert_non_null(strstr(messages, "recording 1 has a header of another board"));
    }
}

/* The same program has the same build ID. The ELF file is of the first program. */
static void a_header_of_another_program_or_clock_starts_a_recording(void **state)
{
    const struct make_header usual = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .events = 5};
    struct make_header others[3] = {usual, usual, usual};

    (void)state;
    others[0].shift = 1;
    others[1].build_id = "\1\2\3";
    others[2].build_id = "\1\2\3\5";
    for (unsigned n = 0; n < 3; n++) {
        bad.used = 0;
        make_any_header(&bad, &usual);
        make_packet(&bad, EVENTS(0, 0, 0, 50), RECORD(ID_HITS, 0), END);
        others[n].now = 200;
        make_any_header(&bad, &others[n]);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_BEGIN), 2);
        assert_non_null(strstr(messages, "recording 1 has a header of another board"));
        assert_int_equal(got.end, n == 0 ? 0 : -EBADMSG);
    }
}

/* The clock decreases, or the target was restarted; a header that is cut off shows nothing. */
static void a_restart_starts_a_recording_if_there_are_events(void **state)
{
    const struct make_header usual = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .events = 5, .now = 100};
    struct make_header others[4] = {usual, usual, usual, usual};

    (void)state;
    others[1].now = 99;
    others[2].boots = 2;
    others[3].repeated = 0;
    for (unsigned n = 0; n < 8; n++) {
        const bool events = n < 4;

        bad.used = 0;
        make_any_header(&bad, &usual);
        if (events) {
            make_packet(&bad, EVENTS(0, 0, 0, 50), RECORD(ID_HITS, 0), END);
        }
        make_any_header(&bad, &others[n % 4]);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_BEGIN), events && n != 0 ? 2 : 1);
    }
    bad.used = 0;
    make_any_header(&bad, &usual);
    make_packet(&bad, EVENTS(0, 0, 0, 50), RECORD(ID_HITS, 0), END);
    make_packet(&bad, SPOOR_WIRE_HEADER, NUMBER(SPOOR_WIRE_VERSION), NUMBER(1), NUMBER(2), NUMBER(1), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_BEGIN), 1);
    assert_int_equal(got.traffic.invalid, 1);
}

/* Three recordings of one record each; the second ends with a filter that no record follows. */
static void make_three(void)
{
    bad.used = 0;
    for (unsigned n = 1; n <= 3; n++) {
        make_any_header(
            &bad, &(struct make_header){.recording = n, .boots = 1, .cpus = 1, .hz = 1000000, .events = 5});
        make_packet(&bad, SPOOR_WIRE_EVENTS, NUMBER(n), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(100),
                    RECORD(ID_HITS, n), END);
        if (n == 2) {
            make_packet(&bad, SPOOR_WIRE_FILTER, NUMBER(n), NUMBER(1), NUMBER(290), NUMBER(300), NUMBER(0),
                        NUMBER(1), NUMBER(7), NUMBER(0), END);
        }
    }
}

static void reading_may_end_with_any_recording(void **state)
{
    (void)state;
    make_three();
    for (unsigned last = 0; last <= 3; last++) {
        const unsigned recordings = last < 3 ? last + 1 : 3;

        spoor_close(reader);
        reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &report);
        spoor_end_with(reader, last);
        collect(reader);
        assert_int_equal(got.end, 0);
        assert_int_equal(count_kind(SPOOR_BEGIN), recordings);
        assert_int_equal(count_kind(SPOOR_RECORD), recordings);
        assert_int_equal(count_kind(SPOOR_FILTER), recordings < 2 ? 0 : 2);
        assert_int_equal(spoor_recording(reader)->id, recordings);
    }
}

/* The filters that no record follows are returned before the next recording begins, and before an error. */
static void a_filter_is_returned_in_its_recording(void **state)
{
    unsigned filters = 0, begun = 0;

    (void)state;
    make_three();
    for (unsigned way = 0; way < 2; way++) {
        if (way == 1) {
            bad.used = 0;
            make_usual_header(&bad, 1);
            make_packet(&bad, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(1), NUMBER(290), NUMBER(300), NUMBER(0),
                        NUMBER(1), NUMBER(7), NUMBER(0), END);
            make_packet(&bad, SPOOR_WIRE_HEADER, NUMBER(SPOOR_WIRE_VERSION_DENSE + 1), END);
        }
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.end, way == 0 ? 0 : -EPROTONOSUPPORT);
        for (unsigned n = 0; n < got.count; n++) {
            begun += got.items[n].kind == SPOOR_BEGIN;
            filters += got.items[n].kind == SPOOR_FILTER;
            assert_true(got.items[n].kind != SPOOR_FILTER || begun == (way == 0 ? 2 : 4));
        }
    }
    assert_int_equal(filters, 4);
}

/* CPU 1 is silent, so that the record still waits. */
static void an_error_follows_all_records_before_it(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 2);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, SPOOR_WIRE_HEADER, NUMBER(SPOOR_WIRE_VERSION_DENSE + 1), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 1);
    assert_int_equal(got.end, -EPROTONOSUPPORT);
}

static void endless_restarts_do_not_take_memory(void **state)
{
    static uint8_t megabyte[1 << 20];
    size_t used = 0;
    uint64_t decoded = 0, of_hits = 0, lost = 0;
    unsigned n;

    (void)state;
    for (n = 0; used + 100 < sizeof megabyte; n++) {
        bad.used = 0;
        make_packet(&bad, SPOOR_WIRE_EVENTS, NUMBER(n), NUMBER(n % 64), NUMBER(0), NUMBER(0), NUMBER(77),
                    RECORD(ID_HITS, 0), END);
        make_packet(&bad, SPOOR_WIRE_LOSSES, NUMBER(n), NUMBER(n % 64), NUMBER(0), NUMBER(0), NUMBER(1),
                    NUMBER(2), NUMBER(100), END);
        memcpy(megabyte + used, bad.bytes, bad.used);
        used += bad.used;
    }
    read_bytes(megabyte, used);
    assert_true(spoor_recordings(reader) <= 16);
    /* The counts of those that aren't kept are in the first one. */
    for (size_t i = 0; i < spoor_recordings(reader); i++) {
        for (unsigned cpu = 0; cpu < 64; cpu++) {
            const struct spoor_account *a = &spoor_recording_nth(reader, i)->account[cpu];

            decoded += a->decoded;
            lost += a->lost;
            of_hits += a->ids != NULL ? a->ids[ID_HITS].decoded : 0;
        }
    }
    assert_int_equal(decoded, n);
    assert_int_equal(lost, 2 * n);
    assert_int_equal(of_hits, n);
}

static void ten_thousand_threads_have_their_names(void **state)
{
    enum { THREADS = 10000 };
    static uint8_t bytes[64 * THREADS];
    size_t used = 0;
    char name[16];

    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    for (unsigned n = 1; n <= THREADS; n++) {
        unsigned length = (unsigned)snprintf(name, sizeof name, "%u", n);

        make_packet(&bad, SPOOR_WIRE_THREAD, NUMBER(1), NUMBER(n), NUMBER(3), NUMBER(length),
                    NUMBER(name[0]), /* the digits of the name; bytes after its length are ignored */
                    NUMBER(length > 1 ? name[1] : 0), NUMBER(length > 2 ? name[2] : 0),
                    NUMBER(length > 3 ? name[3] : 0), NUMBER(length > 4 ? name[4] : 0), END);
        memcpy(bytes + used, bad.bytes, bad.used);
        used += bad.used;
        bad.used = 0;
    }
    read_bytes(bytes, used);
    for (unsigned n = 1; n <= THREADS; n++) {
        snprintf(name, sizeof name, "%u", n);
        assert_string_equal(spoor_thread(reader, n)->name, name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_may_have_several_recordings),
        cmocka_unit_test(a_recording_with_a_damaged_start_is_separate),
        cmocka_unit_test(a_late_packet_of_an_earlier_recording_is_skipped),
        cmocka_unit_test(a_first_header_starts_a_recording_with_the_same_number),
        cmocka_unit_test(a_recorders_note_starts_a_recording_with_the_same_number),
        cmocka_unit_test(a_long_note_is_kept_up_to_its_room),
        cmocka_unit_test(the_first_note_of_each_kind_is_kept_with_its_continuations),
        cmocka_unit_test(a_file_concatenated_with_itself_is_two_recordings),
        cmocka_unit_test(a_header_with_another_board_or_rate_starts_a_recording),
        cmocka_unit_test(a_header_of_another_program_or_clock_starts_a_recording),
        cmocka_unit_test(a_restart_starts_a_recording_if_there_are_events),
        cmocka_unit_test(reading_may_end_with_any_recording),
        cmocka_unit_test(a_filter_is_returned_in_its_recording),
        cmocka_unit_test(an_error_follows_all_records_before_it),
        cmocka_unit_test(endless_restarts_do_not_take_memory),
        cmocka_unit_test(ten_thousand_threads_have_their_names),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
