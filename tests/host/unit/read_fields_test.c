/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields of packets at and beyond the borders of what is valid. An invalid packet has no effect but its
 * message. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_fixture.h"

static void begin(unsigned cpus)
{
    bad.used = 0;
    make_usual_header(&bad, cpus);
}

/* Append a packet given in hexadecimal, and read. @return the number of invalid packets */
static uint64_t invalid_with(const char *hex)
{
    struct make packet = {.used = 0};

    make_hex(&packet, hex);
    make_frame(&bad, &packet);
    read_bytes(bad.bytes, bad.used);
    return got.traffic.invalid;
}

static uint64_t invalid_after_header(const char *hex)
{
    begin(1);
    return invalid_with(hex);
}

/* ------------------------------------------------------------------ FILTER */

#define FILTER(number) SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(number), NUMBER(290), NUMBER(300)

static const struct spoor_filter *last_filter(void)
{
    const struct spoor_recording *rec = spoor_recording(reader);

    return rec->filter_count != 0 ? rec->filters[rec->filter_count - 1] : NULL;
}

static void a_filter_lists_threads_cpus_and_events(void **state)
{
    (void)state;
    begin(2);
    make_packet(&bad, FILTER(1), NUMBER(1), NUMBER(2), NUMBER(7), NUMBER(9), NUMBER(1), NUMBER(1), NUMBER(1),
                NUMBER(2), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.traffic.invalid, 0);
    assert_non_null(strstr(messages, "excludes threads CPUs events"));
    assert_true(last_filter()->only);
    assert_int_equal(last_filter()->threads, 2);
    assert_int_equal(last_filter()->thread[1], 9);
    assert_int_equal(last_filter()->cpus, 1 << 1);
    assert_int_equal(last_filter()->off[0], 3 << (SPOOR_WIRE_ID_FIRST + 1));
    begin(2);
    make_packet(&bad, FILTER(1), NUMBER(0), NUMBER(0), NUMBER(1), NUMBER(1), END);
    read_bytes(bad.bytes, bad.used);
    assert_non_null(strstr(messages, "excludes CPUs:"));
    begin(2);
    make_packet(&bad, FILTER(1), NUMBER(0), NUMBER(0), NUMBER(0), END);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, ""); /* nothing is excluded any more */
    assert_non_null(last_filter());
}

static void an_invalid_filter_is_skipped(void **state)
{
    static const char *const absurd[] = {
        "09 01 01 05 06 00 03 07",          /* threads are missing */
        "09 01 01 05 06 00 00 03 01",       /* CPUs are missing */
        "09 01 01 05 06 00 00 00 01",       /* the number of events is missing */
        "09 01 01 05 06 00 00 00 00 f1 07", /* events beyond the last ID */
    };

    (void)state;
    for (unsigned n = 0; n < sizeof absurd / sizeof absurd[0]; n++) {
        assert_int_equal(invalid_after_header(absurd[n]), 1);
        assert_int_equal(count_kind(SPOOR_FILTER), 0);
        assert_null(last_filter());
    }
    assert_int_equal(invalid_after_header("09 01 01 05 06 00 00 00 00 f0 07"), 0);
    assert_non_null(last_filter());
}

static void a_filter_has_at_most_32_threads(void **state)
{
    (void)state;
    for (unsigned threads = SPOOR_FILTER_THREADS; threads <= SPOOR_FILTER_THREADS + 1; threads++) {
        struct make packet = {.used = 0};
        const uint64_t numbers[] = {SPOOR_WIRE_FILTER, 1, 1, 290, 300, 0, threads};

        begin(1);
        for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            make_number(&packet, numbers[n]);
        }
        for (unsigned n = 0; n < threads; n++) {
            make_number(&packet, n + 1);
        }
        make_number(&packet, 0);
        make_frame(&bad, &packet);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, threads > SPOOR_FILTER_THREADS);
        assert_int_equal(last_filter() != NULL, threads <= SPOOR_FILTER_THREADS);
    }
}

/* It is sent again after each header; the numbers wrap. */
static void a_filter_replaces_earlier_ones_only(void **state)
{
    static const uint32_t numbers[] = {1, 1, 0, UINT32_MAX, 2};

    (void)state;
    begin(1);
    for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        make_packet(&bad, FILTER(numbers[n]), NUMBER(0), NUMBER(1), NUMBER(n + 1), NUMBER(0), END);
    }
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(spoor_recording(reader)->filter_count, 2);
    assert_int_equal(last_filter()->thread[0], 5);
    bad.used = 0; /* without a header the unit of times is unknown */
    make_packet(&bad, FILTER(1), NUMBER(0), NUMBER(1), NUMBER(1), NUMBER(0), END);
    read_bytes(bad.bytes, bad.used);
    assert_null(last_filter());
    assert_int_equal(got.traffic.invalid, 0);
}

/* ------------------------------------------------------------------ HEADER */

static void a_header_with_impossible_fields_is_skipped(void **state)
{
    static const struct make_header good = {
        .recording = 1, .boots = 1, .cpus = SPOOR_CPUS_MAX, .hz = 1000000, .shift = 31, .events = 5};
    static char long_id[] = "................................................................+";
    struct make_header headers[5] = {good, good, good, good, good};

    (void)state;
    headers[1].cpus = SPOOR_CPUS_MAX + 1;
    headers[2].shift = 32;
    headers[3].build_id = long_id; /* 65 bytes */
    headers[4].cpus = 2;           /* a record of CPU 2 was received */
    for (unsigned n = 0; n < 5; n++) {
        bad.used = 0;
        make_packet(&bad, EVENTS(2, 0, 0, 100), RECORD(ID_HITS, 0), END);
        make_any_header(&bad, &headers[n]);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, n != 0);
        assert_int_equal(spoor_recording(reader)->header.seen, n == 0);
        assert_int_equal(count_kind(SPOOR_RECORD), 1);
    }
}

/* The last time before the header is in ticks. In cycles it must not exceed 64 bits. */
static void times_before_a_header_fit_its_tick(void **state)
{
    struct make_header h = {
        .recording = 1, .boots = 1, .repeated = 1, .cpus = 1, .hz = 1000000, .shift = 4, .events = 5};

    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        bad.used = 0;
        make_packet(&bad, EVENTS(0, 0, 0, (UINT64_C(1) << 60) - 1 + more), RECORD(ID_HITS, 0), END);
        make_any_header(&bad, &h);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, more);
        assert_int_equal(spoor_recording(reader)->header.seen, !more);
    }
}

static void costs_may_be_missing_but_not_cut_off(void **state)
{
    static const char header[] = "01 04 01 01 01 01 c0 84 3d 00 00 05 01 01 00 00 00 04 01 02 03 04 00";
    char text[200];

    (void)state;
    bad.used = 0;
    assert_int_equal(invalid_with(header), 0);
    assert_int_equal(spoor_recording(reader)->header.costs_n, 0);
    bad.used = 0;
    snprintf(text, sizeof text, "%s 02 05 06", header);
    assert_int_equal(invalid_with(text), 0);
    assert_int_equal(spoor_recording(reader)->header.costs_n, 2);
    assert_int_equal(spoor_recording(reader)->header.costs[1], 6);
    bad.used = 0;
    snprintf(text, sizeof text, "%s 03 05", header);
    assert_int_equal(invalid_with(text), 1);
    assert_false(spoor_recording(reader)->header.seen);
}

/* An ELF file with an ID of `bytes` bytes, 0: none; a header with one of `sent` bytes. */
static enum spoor_fit fit_of(unsigned bytes, unsigned sent)
{
    static char id[81];
    static struct make file;
    struct spoor_elf *usual = elf;
    struct make_header h = {.recording = 1, .boots = 1, .cpus = 1, .hz = 1000, .events = 5};

    memset(id, 'i', sizeof id - 1);
    id[sent] = 0;
    h.build_id = id;
    bad.used = 0;
    make_any_header(&bad, &h);
    id[sent] = 'i';
    make_elf(&file, &(struct make_elf){.events = make_usual_events,
                                       .blocks = make_usual_blocks,
                                       .points = make_usual_points,
                                       .build_id = bytes != 0 ? id : NULL,
                                       .build_id_bytes = bytes});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(bad.bytes, bad.used);
    spoor_elf_close(elf);
    elf = usual;
    return spoor_recording(reader)->fit;
}

static void build_ids_of_any_length_are_compared(void **state)
{
    (void)state;
    assert_int_equal(fit_of(20, 20), SPOOR_FIT);
    assert_int_equal(fit_of(20, 0), SPOOR_FIT_UNKNOWN);
    assert_int_equal(fit_of(0, 20), SPOOR_FIT_UNKNOWN);
    assert_int_equal(fit_of(20, 19), SPOOR_FIT_WRONG);
    assert_int_equal(fit_of(80, 2), SPOOR_FIT_WRONG);
    assert_non_null(strstr(messages, "build ID 6969, while t.elf has 696969696969"));
    assert_int_equal(got.end, -EBADMSG);
}

/* Longer names and more costs than a reader of this version keeps. */
static void fields_that_are_too_long_are_cut_off(void **state)
{
    static const char board[] = "................................................................+";
    struct make packet = {.used = 0};
    const uint64_t numbers[] = {
        SPOOR_WIRE_HEADER, SPOOR_WIRE_VERSION, 1, 1, 1, 1, 1000, 0, 0, 5, 1, 1, 0, 0, 0};

    (void)state;
    for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        make_number(&packet, numbers[n]);
    }
    make_string(&packet, "\1\2\3\4");
    make_string(&packet, board);
    make_number(&packet, 9);
    for (unsigned n = 0; n < 9; n++) {
        make_number(&packet, 100 + n);
    }
    bad.used = 0;
    make_frame(&bad, &packet);
    read_bytes(bad.bytes, bad.used);
    const struct spoor_header *h = &spoor_recording(reader)->header;

    assert_int_equal(got.traffic.invalid, 0);
    assert_int_equal(strlen(h->board), sizeof h->board - 1);
    assert_int_equal(h->costs_n, 8);
    assert_int_equal(h->costs[7], 107);
}

static void a_stripped_program_is_named_as_such(void **state)
{
    static const struct make_event no_events[] = {{NULL, NULL, 0}};
    static const char *const none[] = {NULL};
    static struct make file;
    struct spoor_elf *usual = elf;

    (void)state;
    begin(1);
    make_elf(&file, &(struct make_elf){.events = no_events, .blocks = none, .points = none});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(bad.bytes, bad.used);
    spoor_elf_close(elf);
    elf = usual;
    assert_int_equal(got.end, -EBADMSG);
    assert_non_null(strstr(messages, "23 IDs, while t.elf has 16; is it stripped?"));
}

/* ------------------------------------------------------------------ EVENTS, DATA */

static void invalid_records_make_their_packet_invalid(void **state)
{
    static const char *const absurd[] = {
        "02",                            /* no recording */
        "0a 01",                         /* no CPU */
        "0a 01 01 00 00",                /* no such CPU */
        "01",                            /* no version */
        "02 01 00 00 00 05 80",          /* half a number */
        "02 01 00 00 00 05 03 85 00 80", /* an empty slot, and another word after it */
    };

    (void)state;
    for (unsigned n = 0; n < sizeof absurd / sizeof absurd[0]; n++) {
        assert_int_equal(invalid_after_header(absurd[n]), 1);
        assert_int_equal(count_kind(SPOOR_RECORD), 0);
    }
}

static void times_that_exceed_64_bits_are_invalid(void **state)
{
    const struct make_header h = {
        .recording = 1, .boots = 1, .cpus = 1, .hz = 1u << 31, .shift = 4, .events = 5};

    (void)state;
    for (unsigned n = 0; n < 3; n++) { /* the last time; the first record's; the second's */
        bad.used = 0;
        make_any_header(&bad, &h);
        make_packet(&bad, EVENTS(0, 0, 0, (UINT64_C(1) << 60) - 2 + 2 * (n == 1)), RECORD(ID_HITS, 0),
                    RECORD(ID_HITS, n == 2 ? 2 : 1), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, n != 0);
        assert_int_equal(count_kind(SPOOR_RECORD), n == 0 ? 2 : 0);
    }
}

/* The record begins in a packet of its own. */
static void data_continue_only_their_own_record(void **state)
{
    static const struct {
        unsigned number, before, bytes;
        bool good;
    } next[] = {{1, 1, 2, true}, {2, 1, 2, false}, {1, 2, 2, false}, {1, 1, 3, false}};

    (void)state;
    for (unsigned n = 0; n < sizeof next / sizeof next[0]; n++) {
        struct make packet = {.used = 0};
        const uint64_t numbers[] = {SPOOR_WIRE_DATA, 1, 0, next[n].number, next[n].before};

        begin(1);
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_MESSAGE, 0), NUMBER(3), NUMBER('a'), END);
        for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            make_number(&packet, numbers[i]);
        }
        make_bytes(&packet, "bcd", next[n].bytes);
        make_frame(&bad, &packet);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RECORD), next[n].good);
        assert_int_equal(got.counts.decoded, next[n].good);
        assert_int_equal(got.traffic.invalid, 0);
    }
}

/* The packet with the beginning is missing, or came long before. */
static void data_without_a_beginning_are_skipped(void **state)
{
    (void)state;
    for (unsigned records = 0; records < 3; records++) {
        begin(1);
        for (unsigned n = 0; n < records; n++) { /* each of two packets */
            make_packet(&bad, EVENTS(0, 2 * n, n, 100), RECORD(ID_MESSAGE, 0), NUMBER(2), NUMBER('a'), END);
            make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(2 * n + 1), NUMBER(n + 1),
                        NUMBER('b'), END);
        }
        make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(2 * records), NUMBER(records),
                    NUMBER('c'), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RECORD), records);
        assert_int_equal(got.traffic.invalid, 0);
        assert_string_equal(messages, "");
    }
}

/* ------------------------------------------------------------------ SUBBUF */

/* Append a raw sub-buffer of `cpu` with these words. */
static void put_subbuf(unsigned cpu, const uint32_t *words, unsigned n)
{
    make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(cpu), NUMBER(0), NUMBER(0), NUMBER(90), NUMBER(n),
                END);
    for (unsigned i = 0; i < n; i++) {
        make_word(&bad, words[i]);
    }
}

static void subbufs_of_any_size_are_decoded(void **state)
{
    static const unsigned sizes[] = {1, 100, 200, 300};
    static uint32_t words[300];

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        words[i] = SPOOR_WIRE_HEADER_WORD(ID_HITS) | 100;
    }
    for (unsigned n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
        begin(1);
        put_subbuf(0, words, sizes[n]);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.counts.decoded, sizes[n]);
        assert_string_equal(messages, "");
    }
}

static void an_invalid_subbuf_is_skipped(void **state)
{
    (void)state;
    assert_int_equal(invalid_after_header("08 01 00 00 00 05"), 1);          /* no number of words */
    assert_int_equal(invalid_after_header("08 01 00 00 00 05 81 80 04"), 1); /* too many */
    assert_int_equal(invalid_after_header("08 01 01 00 00 05 01"), 1);       /* no such CPU */
}

static void a_subbuf_may_name_a_thread(void **state)
{
    const uint32_t words[] = {SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_THREAD) | 100, 9, 5, 3, 'x',
                              SPOOR_WIRE_HEADER_WORD(ID_MESSAGE) | 101,           9, 6, 3, 'y'};

    (void)state;
    begin(1);
    put_subbuf(0, words, 10);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 2);
    assert_string_equal(spoor_thread(reader, 5)->name, "x");
    assert_null(spoor_thread(reader, 6));
}

/* ------------------------------------------------------------------ notes */

static void an_invalid_or_unknown_note_is_ignored(void **state)
{
    (void)state;
    assert_int_equal(invalid_after_header("40 00 00 05 61"), 0); /* its text is cut off */
    assert_string_equal(spoor_note(reader)->text, "");
    assert_int_equal(invalid_after_header("40 04 00 01 61"), 0); /* of a later version */
    assert_string_equal(spoor_note(reader)->text, "");
    assert_string_equal(spoor_end_note(reader)->text, "");
    begin(1);
    make_packet(&bad, EVENTS(0, 5, 50, 100), RECORD(ID_HITS, 0), END);
    assert_int_equal(invalid_with("40 00 00 05 61"), 0);
    make_packet(&bad, EVENTS(0, 6, 51, 200), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_BEGIN), 1); /* it is no border */
}

/* A note has at most 4095 bytes, of packets with 100 each. */
static void a_note_that_is_too_long_is_cut_off(void **state)
{
    char text[101] = "";

    (void)state;
    memset(text, 'n', sizeof text - 1);
    begin(1);
    for (unsigned n = 0; n < 50; n++) {
        struct make packet = {.used = 0};

        make_byte(&packet, SPOOR_WIRE_NOTE);
        make_number(&packet, SPOOR_WIRE_NOTE_END | (n != 0 ? SPOOR_WIRE_NOTE_MORE : 0));
        make_number(&packet, 0);
        make_string(&packet, text);
        make_frame(&bad, &packet);
    }
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(strlen(spoor_end_note(reader)->text), SPOOR_NOTE_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_filter_lists_threads_cpus_and_events),
        cmocka_unit_test(an_invalid_filter_is_skipped),
        cmocka_unit_test(a_filter_has_at_most_32_threads),
        cmocka_unit_test(a_filter_replaces_earlier_ones_only),
        cmocka_unit_test(a_header_with_impossible_fields_is_skipped),
        cmocka_unit_test(times_before_a_header_fit_its_tick),
        cmocka_unit_test(costs_may_be_missing_but_not_cut_off),
        cmocka_unit_test(build_ids_of_any_length_are_compared),
        cmocka_unit_test(fields_that_are_too_long_are_cut_off),
        cmocka_unit_test(a_stripped_program_is_named_as_such),
        cmocka_unit_test(invalid_records_make_their_packet_invalid),
        cmocka_unit_test(times_that_exceed_64_bits_are_invalid),
        cmocka_unit_test(data_continue_only_their_own_record),
        cmocka_unit_test(data_without_a_beginning_are_skipped),
        cmocka_unit_test(subbufs_of_any_size_are_decoded),
        cmocka_unit_test(an_invalid_subbuf_is_skipped),
        cmocka_unit_test(a_subbuf_may_name_a_thread),
        cmocka_unit_test(an_invalid_or_unknown_note_is_ignored),
        cmocka_unit_test(a_note_that_is_too_long_is_cut_off),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
