/* SPDX-License-Identifier: BSD-2-Clause */
/* Streams, whole and damaged: the decoded records are those sent, and missing ones are reported. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

/* ------------------------------------------------------------------ the document */

static unsigned from_hex(const char *hex, uint8_t *bytes)
{
    unsigned n = 0, byte;

    for (; sscanf(hex, "%2x", &byte) == 1; hex += 3) {
        bytes[n++] = (uint8_t)byte;
        if (hex[2] == 0) {
            break;
        }
    }
    return n;
}

static const struct make_event document_events[] = {{"pair", "a,b", 0}, {"one", "value", 0}, {NULL, NULL, 0}};
static const char *const document_blocks[] = {"block", NULL}, *const document_points[] = {"point", NULL};

static const char *const document_packets[] = {
    "01 03 05 02 01 01 c0 f0 f5 0b 00 e8 07 02 01 01 00 e4 df 82 80 10 00 04 5c 1d 8e 40 0a 6d 70 73 32 2d "
    "61 "
    "6e 33 38 35 02 91 16 8c 1a",
    "02 05 00 03 28 80 a0 80 80 10 03 21 c2 25 07 81 80 01 c4 0c c4 13 55",
    "03 05 02 04 05 73 68 65 6c 6c",
    "04 05 00 00 c8 01 80 a4 80 80 10 80 a0 82 80 10",
    "05 05 00 00 00 2c c8 01 e4 df 82 80 10 10 96 01 12 32",
    "06 05 00 01 d2 01 80 a0 82 80 10 80 c0 82 80 10",
    "07 05 01 18 00 05 74 69 6d 65 72",
};

static void the_examples_in_the_document_are_read_as_it_says(void **state)
{
    static char document[65536];
    FILE *f = fopen("docs/wire-format.md", "r");
    struct make stream = {.used = 0}, file;
    struct spoor_elf *usual = elf;

    (void)state;
    assert_non_null(f);
    document[fread(document, 1, sizeof document - 1, f)] = 0;
    fclose(f);
    for (unsigned i = 0; i < sizeof document_packets / sizeof document_packets[0]; i++) {
        struct make packet;

        assert_non_null(strstr(document, document_packets[i]));
        packet.used = from_hex(document_packets[i], packet.bytes);
        make_frame(&stream, &packet);
    }
    uint8_t first[64];
    unsigned n =
        from_hex("00 0b 01 03 05 02 01 01 c0 f0 f5 0b 06 e8 07 02 01 01 06 e4 df 82 80 10 1a 04 5c 1d 8e 40 "
                 "0a 6d 70 73 32 2d 61 6e 33 38 35 02 91 16 8c 1a 8a 43 45 da 00",
                 first);

    assert_memory_equal(stream.bytes, first, n);
    make_elf(&file, &(struct make_elf){.events = document_events,
                                       .blocks = document_blocks,
                                       .points = document_points,
                                       .build_id = "\x5c\x1d\x8e\x40"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(stream.bytes, stream.used);
    const struct spoor_header *header = &spoor_recording(reader)->header;

    assert_string_equal(header->board, "mps2-an385");
    assert_int_equal(spoor_recording(reader)->id, 5);
    assert_int_equal(spoor_recording(reader)->fit, SPOOR_FIT);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_IRQ, 24), "timer");
    assert_int_equal(header->hz, 25000000);
    assert_int_equal(header->boots, 2);
    assert_true(header->first && header->now == 4295012324);
    assert_int_equal(header->costs[1], 3340);
    assert_string_equal(spoor_thread(reader, 2)->name, "shell");
    assert_int_equal(nth(SPOOR_JOINED, 0)->count, 40);
    assert_int_equal(count_kind(SPOOR_RECORD), 4);
    assert_true(nth(SPOOR_RECORD, 0)->time == 4294971392 && nth(SPOOR_RECORD, 0)->word[0] == 33);
    assert_true(nth(SPOOR_RECORD, 1)->time == 4294971692 && nth(SPOOR_RECORD, 1)->word[1] == 4294967295);
    assert_true(nth(SPOOR_RECORD, 2)->time == 4294971792 && nth(SPOOR_RECORD, 2)->word[0] == 2500);
    assert_true(nth(SPOOR_RECORD, 3)->time == 4294971797 && nth(SPOOR_RECORD, 3)->id == 19);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 200);
    assert_int_equal(nth(SPOOR_CLEARED, 0)->count, 210);
    assert_int_equal(got.counts.cleared, 210);
    assert_int_equal(got.counts.sent, 44);
    assert_int_equal(got.counts.ids[16].lost, 0);
    assert_string_equal(messages, "");
    spoor_elf_close(elf);
    elf = usual;
}

/* ------------------------------------------------------------------ packets without sense */

static void unknown_types_are_passed_over(void **state)
{
    (void)state;
    bad = (struct make){.used = 0};
    make_packet(&bad, 99, UINT64_C(1), UINT64_C(2), END);
    make_packet(&bad, 0, END);
    make_bytes(&bad, whole.bytes, whole.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(check_records(), ALL);
    assert_int_equal(got.traffic.unknown, 2);
    assert_string_equal(messages, "");
}

static void absurd_packets_are_skipped_as_a_whole(void **state)
{
    static const char *const absurd[] = {
        "02 01",                                                 /* no CPU */
        "06 01 00 01",                                           /* a clear of nothing known */
        "07 01 01 18",                                           /* a name without its length */
        "02 01 00 00 00",                                        /* no time */
        "02 01 00 00 00 05",                                     /* no record */
        "02 01 00 00 00 05 02",                                  /* a word missing */
        "02 01 00 00 00 05 02 ff ff ff ff 1f",                   /* a word of 33 bits */
        "02 01 00 00 00 05 02 8a 80 01",                         /* a long word that is short */
        "02 01 00 00 00 05 02 ff ff ff ff ff ff ff ff ff ff 01", /* one that doesn't end */
        "02 01 00 00 00 ff ff ff ff ff ff ff ff ff 02 08",       /* a time of 65 bits */
        "02 01 00 00 00 ff ff ff ff ff ff ff ff ff 01 28",       /* a time that wraps */
        "02 01 ff ff ff ff 0f 00 00 05 08",                      /* a CPU beyond all */
        "02 01 00 00 00 05 04 ff ff ff ff 0f 61",                /* data longer than the packet */
        "02 01 00 00 00 05 09",                                  /* an ID beyond all */
        "02 01 00 00 00 05 0f 00 01 02",                         /* a record of rings only */
        "02 01 00 00 00 05 0f 05",                               /* a reserved ID */
        "02 01 00 00 00 05 02 85 00",                            /* a slot that is empty */
        "02 01 00 00 00 05 02 a0 00",                            /* a slot beyond all */
        "04 01 00 00 01 09 08",                                  /* a gap that ends before it begins */
        "04 01 00 00 01 09",                                     /* a gap without an end */
        "03 01 01 02 7f 61",                                     /* a name longer than the packet */
        "05 01 00 00 00 00 00 00 ff ff 03 01",                   /* losses of an ID beyond all */
        "05 01 00 00 00 00 00 00 10",                            /* an ID without its count */
        "01 03 01 01 01 00 01 00 01 05 01 01 00 00 00 00 00",    /* no CPU at all */
        "01 03 01 01",                                           /* cut off */
    };

    (void)state;
    for (unsigned i = 0; i < sizeof absurd / sizeof absurd[0]; i++) {
        struct make packet;

        bad = (struct make){.used = 0};
        packet.used = from_hex(absurd[i], packet.bytes);
        make_frame(&bad, &packet);
        make_bytes(&bad, whole.bytes, whole.used);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, 1);
        assert_true(messages[0] != 0);
        assert_true(check_records() >= ALL - 1); /* number 0 was seen, to some of them */
    }
}

static void another_version_or_program_is_refused(void **state)
{
    (void)state;
    bad = (struct make){.used = 0};
    make_packet(&bad, SPOOR_WIRE_HEADER, UINT64_C(SPOOR_WIRE_VERSION + 1), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.end, -EPROTONOSUPPORT);
    bad = (struct make){.used = 0};
    make_any_header(
        &bad, &(struct make_header){
                  .recording = 1, .boots = 1, .cpus = 1, .hz = 1000, .events = 5, .build_id = "\1\2\3\5"});
    make_bytes(&bad, whole.bytes, whole.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.end, -EBADMSG);
    assert_non_null(strstr(messages, "build ID 01020305, while t.elf has 01020304"));
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
}

/* IDs have ten bits. The header counts all elements, those beyond too, which never record. */
static void a_program_of_more_than_the_ids_there_are_is_told_by_its_count(void **state)
{
    static const struct make_event one = {"one", "n", 0};
    static struct make_event events[1101];
    struct make file;
    struct spoor_elf *usual = elf;

    (void)state;
    for (unsigned i = 0; i < 1100; i++) {
        events[i] = one;
    }
    make_elf(&file, &(struct make_elf){.events = events,
                                       .blocks = document_blocks,
                                       .points = document_points,
                                       .build_id = "\1\2\3\4"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    for (unsigned more = 0; more < 2; more++) {
        bad = (struct make){.used = 0};
        make_header(&bad, 1, 1100 + more);
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_ONE, 0), NUMBER(7), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.end, more ? -EBADMSG : 0);
        assert_int_equal(count_kind(SPOOR_RECORD), !more);
    }
    assert_non_null(strstr(messages, "1119 IDs, while t.elf has 1118"));
    spoor_elf_close(elf);
    elf = usual;
}

static void a_long_word_comes_in_full_once_in_a_packet(void **state)
{
    const uint32_t word = 0x20001234;
    struct make packet = {.used = 0};

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        make_number(&packet, (const unsigned[]){SPOOR_WIRE_EVENTS, 1, 0, 0, 0, 5}[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        make_number(&packet, RECORD(ID_ONE, i == 1 ? UINT64_C(0x300000000) : 0));
        if (i == 0) {
            make_number(&packet, 16384 + 2 * (uint64_t)word); /* from 0 */
        } else {
            make_byte(&packet, 0x80 | (uint32_t)(word * UINT64_C(0x9E3779B1) % 0x100000000) >> 27);
            make_byte(&packet, 0);
        }
    }
    bad = (struct make){.used = 0};
    make_frame(&bad, &packet);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(nth(SPOOR_RECORD, i)->word[0], word);
    }
    assert_true(nth(SPOOR_RECORD, 2)->time == UINT64_C(0x300000005));
}

static void without_an_elf_file_packets_are_counted(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    elf = NULL;
    read_bytes(whole.bytes, whole.used);
    elf = usual;
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
    assert_int_equal(got.counts.unread, 3 * PACKETS); /* the counts at the end tell the last one's */
    assert_false(got.counts.unread_end);
    assert_non_null(strstr(messages, "no ELF file"));
}

/* ------------------------------------------------------------------ more */

static void any_cut_of_the_input_gives_the_same(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_true(write(ends[1], whole.bytes, whole.used) == (ssize_t)whole.used);
    close(ends[1]);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_fd(ends[0], "pipe", elf, &report);
    collect(reader);
    close(ends[0]);
    assert_int_equal(check_records(), ALL);
    assert_string_equal(got.text, "boot\ntext\ntext\ntext\n");
}

static void records_of_several_cpus_come_in_the_order_of_time(void **state)
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

/* CPU 0's second packet was lost, and its counts say so before its next one comes. */
static void a_loss_comes_before_later_records_of_other_cpus(void **state)
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

/* Live: records come out as soon as no CPU can have an earlier one. @return records that came before a wait
 */
static unsigned idle_after;

static void note_idle(void *arg)
{
    unsigned *records = arg;

    if (idle_after == 0) {
        idle_after = *records;
    }
    spoor_stop(reader);
}

static unsigned live(const struct make *m)
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
        records += i->kind == SPOOR_RECORD;
    }
    close(ends[0]);
    close(ends[1]);
    return idle_after;
}

static void a_watermark_lets_records_out_at_once(void **state)
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

static void with_one_cpu_nothing_waits(void **state)
{
    struct make m = {.used = 0};

    (void)state;
    make_usual_header(&m, 1);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    assert_int_equal(live(&m), 1);
}

/* Times are in ticks of 2^shift cycles, also those that came before the header said so. */
static void a_coarse_event_clock_is_counted_in_cycles(void **state)
{
    (void)state;
    bad.used = 0;
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_any_header(&bad, &(struct make_header){.recording = 1,
                                                .boots = 1,
                                                .repeated = 1,
                                                .cpus = 1,
                                                .hz = 1000000000,
                                                .shift = 3,
                                                .events = 5,
                                                .now = 150});
    make_packet(&bad, EVENTS(0, 1, 1, 200), RECORD(ID_HITS, 0), RECORD(ID_HITS, 5), END);
    read_bytes(bad.bytes, bad.used);
    assert_true(nth(SPOOR_RECORD, 0)->time == 800);
    assert_true(nth(SPOOR_RECORD, 2)->time == 8 * 205);
    assert_int_equal(got.traffic.wrong, 0);
}

/* A sub-buffer as it is; and one that is cut off, or whose words make no sense. */
static void a_subbuffer_as_it_is_has_its_records(void **state)
{
    const uint32_t words[] = {SPOOR_WIRE_HEADER_WORD(ID_ONE) | 100,
                              7,
                              SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | 5,
                              5,
                              3,
                              SPOOR_WIRE_HEADER_WORD(ID_MESSAGE) | 6,
                              2,
                              0x6968,
                              SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_UNFINISHED) | 7,
                              1,
                              0xffffffff,
                              SPOOR_WIRE_HEADER_WORD(ID_HITS) | 9};
    const unsigned n = sizeof words / sizeof words[0];

    (void)state;
    for (unsigned way = 0; way < 3; way++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(90),
                    NUMBER(n), END);
        for (unsigned i = 0; i < n - (way == 1); i++) {
            make_word(&bad, way == 2 && i == 5 ? SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_IDS - 1) : words[i]);
        }
        if (way != 1) {
            make_packet(&bad, LOSSES(0, n, 0, UINT64_C(0x400000000)), END);
        }
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RECORD), way == 0 ? 3 : way == 1 ? 0 : 1);
        assert_int_equal(got.counts.decoded, count_kind(SPOOR_RECORD));
        assert_int_equal(got.traffic.wrong, way == 2);
        assert_int_equal(strstr(messages, "is cut off") != NULL, way == 1);
    }
    for (unsigned way = 0; way < 4; way++) { /* the second fits; its number, its words or its time don't */
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(90),
                    NUMBER(n), END);
        for (unsigned i = 0; i < n; i++) {
            make_word(&bad, words[i]);
        }
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(way == 1 ? 2 : 1),
                    NUMBER(way == 2 ? 2 * n : n), NUMBER(way == 3 ? 90 : UINT64_C(0x300000010)), NUMBER(0),
                    END);
        make_packet(&bad, LOSSES(0, way == 2 ? 2 * n : n, 0, UINT64_C(0x400000000)), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, way != 0);
    }
    assert_true(nth(SPOOR_RECORD, 0)->time == 100 && nth(SPOOR_RECORD, 0)->word[0] == 7);
    assert_true(nth(SPOOR_RECORD, 1)->time == UINT64_C(0x300000006) && nth(SPOOR_RECORD, 1)->bytes == 2);
    assert_true(nth(SPOOR_RECORD, 2)->time == UINT64_C(0x300000009));
}

static void fields_are_found_in_their_words(void **state)
{
    const uint32_t words[] = {0x31};
    const struct spoor_id *id = spoor_id(elf, ID_SWITCH);

    (void)state;
    assert_int_equal(id->role, SPOOR_WIRE_ROLE_SWITCH);
    assert_int_equal(id->field_count, 2);
    assert_string_equal(id->fields[0].name, "reason");
    assert_int_equal(id->fields[0].format, SPOOR_ENUM);
    assert_string_equal(id->fields[0].values[2], "sleep");
    assert_int_equal(spoor_value(&id->fields[0], words), 1);
    assert_int_equal(id->fields[1].format, SPOOR_THREAD_NUMBER);
    assert_int_equal(spoor_value(&id->fields[1], words), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_in_the_document_are_read_as_it_says),
        cmocka_unit_test(unknown_types_are_passed_over),
        cmocka_unit_test(absurd_packets_are_skipped_as_a_whole),
        cmocka_unit_test(another_version_or_program_is_refused),
        cmocka_unit_test(a_program_of_more_than_the_ids_there_are_is_told_by_its_count),
        cmocka_unit_test(a_long_word_comes_in_full_once_in_a_packet),
        cmocka_unit_test(without_an_elf_file_packets_are_counted),
        cmocka_unit_test(any_cut_of_the_input_gives_the_same),
        cmocka_unit_test(records_of_several_cpus_come_in_the_order_of_time),
        cmocka_unit_test(a_loss_comes_before_later_records_of_other_cpus),
        cmocka_unit_test(a_watermark_lets_records_out_at_once),
        cmocka_unit_test(with_one_cpu_nothing_waits),
        cmocka_unit_test(a_coarse_event_clock_is_counted_in_cycles),
        cmocka_unit_test(a_subbuffer_as_it_is_has_its_records),
        cmocka_unit_test(fields_are_found_in_their_words),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
