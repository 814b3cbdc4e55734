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
    "01 02 01 c0 f0 f5 0b e8 07 02 01 01 00 a0 90 05 04 5c 1d 8e 40 0a 6d 70 73 32 2d 61 6e 33 38 35",
    "02 00 03 28 80 a0 80 80 10 03 21 c2 25 07 81 80 01 c4 0c c4 13 55",
    "03 02 04 05 73 68 65 6c 6c",
    "04 00 c8 01 80 a4 80 80 10 80 a0 82 80 10",
    "05 00 2c c8 01 10 96 01 12 32",
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
        from_hex("00 0d 01 02 01 c0 f0 f5 0b e8 07 02 01 01 18 a0 90 05 04 5c 1d 8e 40 0a 6d 70 73 32 "
                 "2d 61 6e 33 38 35 d3 6f eb 81 00",
                 first);

    assert_memory_equal(stream.bytes, first, n);
    make_elf(&file, &(struct make_elf){.events = document_events,
                                       .blocks = document_blocks,
                                       .points = document_points,
                                       .build_id = "\x5c\x1d\x8e\x40"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(stream.bytes, stream.used);
    assert_string_equal(spoor_header(reader)->board, "mps2-an385");
    assert_int_equal(spoor_header(reader)->hz, 25000000);
    assert_int_equal(spoor_header(reader)->cost_centi_ns, 84000);
    assert_string_equal(spoor_thread(reader, 2)->name, "shell");
    assert_int_equal(nth(SPOOR_JOINED, 0)->count, 40);
    assert_int_equal(count_kind(SPOOR_RECORD), 4);
    assert_true(nth(SPOOR_RECORD, 0)->time == 4294971392 && nth(SPOOR_RECORD, 0)->word[0] == 33);
    assert_true(nth(SPOOR_RECORD, 1)->time == 4294971692 && nth(SPOOR_RECORD, 1)->word[1] == 4294967295);
    assert_true(nth(SPOOR_RECORD, 2)->time == 4294971792 && nth(SPOOR_RECORD, 2)->word[0] == 2500);
    assert_true(nth(SPOOR_RECORD, 3)->time == 4294971797 && nth(SPOOR_RECORD, 3)->id == 19);
    assert_int_equal(nth(SPOOR_GAP, 0)->count, 200);
    assert_int_equal(got.counts.sent, 44);
    assert_int_equal(got.counts.lost_by_id[16], 150);
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
        "02",                                                 /* no CPU */
        "02 00 00 00",                                        /* no time */
        "02 00 00 00 05",                                     /* no record */
        "02 00 00 00 05 02",                                  /* a word missing */
        "02 00 00 00 05 02 ff ff ff ff 1f",                   /* a word of 33 bits */
        "02 00 00 00 05 02 8a 80 01",                         /* a long word that is short */
        "02 00 00 00 05 02 ff ff ff ff ff ff ff ff ff ff 01", /* one that doesn't end */
        "02 00 00 00 ff ff ff ff ff ff ff ff ff 02 08",       /* a time of 65 bits */
        "02 00 00 00 ff ff ff ff ff ff ff ff ff 01 28",       /* a time that wraps */
        "02 ff ff ff ff 0f 00 00 05 08",                      /* a CPU beyond all */
        "02 00 00 00 05 04 ff ff ff ff 0f 61",                /* data longer than the packet */
        "02 00 00 00 05 09",                                  /* an ID beyond all */
        "02 00 00 00 05 0f 00 01 02",                         /* a record of rings only */
        "02 00 00 00 05 0f 05",                               /* a reserved ID */
        "02 00 00 00 05 02 85 00",                            /* a slot that is empty */
        "02 00 00 00 05 02 a0 00",                            /* a slot beyond all */
        "04 00 01 09 08",                                     /* a gap that ends before it begins */
        "04 00 01 09",                                        /* a gap without an end */
        "03 01 02 7f 61",                                     /* a name longer than the packet */
        "05 00 00 00 ff ff 03 01",                            /* losses of an ID beyond all */
        "05 00 00 00 10",                                     /* an ID without its count */
        "01 02 00 01 01 05 01 01 00 00 00 00",                /* no CPU at all */
        "01 02 01",                                           /* cut off */
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
    struct make packet = {.used = 0};

    (void)state;
    bad = (struct make){.used = 0};
    make_packet(&bad, WIRE_HEADER, UINT64_C(WIRE_VERSION + 1), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.end, -EPROTONOSUPPORT);
    for (unsigned i = 0; i < 10; i++) {
        make_number(&packet, (const unsigned[]){WIRE_HEADER, WIRE_VERSION, 1, 1000, 5, 1, 1, 0, 0, 0}[i]);
    }
    make_string(&packet, "\1\2\3\5");
    make_string(&packet, "board");
    bad = (struct make){.used = 0};
    make_frame(&bad, &packet);
    make_bytes(&bad, whole.bytes, whole.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.end, -EBADMSG);
    assert_non_null(strstr(messages, "build IDs differ; readelf -n shows 01020305"));
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
}

static void a_long_word_comes_in_full_once_in_a_packet(void **state)
{
    const uint32_t word = 0x20001234;
    struct make packet = {.used = 0};

    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        make_number(&packet, (const unsigned[]){WIRE_EVENTS, 0, 0, 0, 5}[i]);
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
    assert_int_equal(got.counts.unread, 3 * (PACKETS - 1)); /* the last one's number is not reported */
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
    struct spoor_item i;
    uint64_t last = 0;
    unsigned n = 0;

    (void)state;
    make_usual_header(&m, 2);
    make_packet(&m, WIRE_EVENTS, UINT64_C(1), UINT64_C(0), UINT64_C(0), UINT64_C(10), RECORD(ID_SWITCH, 0),
                UINT64_C(1), RECORD(ID_SWITCH, 10), UINT64_C(0x21), END);
    make_packet(&m, WIRE_EVENTS, UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(15), RECORD(ID_HITS, 0),
                RECORD(ID_WAKE, 5), UINT64_C(2), END);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(m.bytes, m.used, "two", elf, &report);
    struct spoor_merge *merge = spoor_merge_open(reader, elf);
    static const uint16_t order[] = {ID_SWITCH, ID_HITS, ID_WAKE, ID_SWITCH};

    while (spoor_merge_next(merge, &i) > 0) {
        if (i.kind == SPOOR_RECORD) {
            assert_true(n < 4 && i.time >= last);
            assert_int_equal(i.id, order[n++]);
            last = i.time;
        }
    }
    assert_int_equal(n, 4);
    spoor_merge_close(merge);
}

static void fields_are_found_in_their_words(void **state)
{
    const uint32_t words[] = {0x31};
    struct spoor_field f;
    unsigned at = 0;
    uint32_t value;

    (void)state;
    assert_true(spoor_next_field(spoor_id(elf, ID_SWITCH), words, &at, &f));
    assert_string_equal(f.name, "reason");
    assert_string_equal(f.format, "preempted|sleep");
    assert_int_equal(f.value, 1);
    assert_true(spoor_next_field(spoor_id(elf, ID_SWITCH), words, &at, &f));
    assert_string_equal(f.format, "thread");
    assert_int_equal(f.value, 3);
    assert_false(spoor_next_field(spoor_id(elf, ID_SWITCH), words, &at, &f));
    assert_true(spoor_field(spoor_id(elf, ID_SWITCH), words, "next", &value));
    assert_false(spoor_field(spoor_id(elf, ID_ONE), words, "next", &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_in_the_document_are_read_as_it_says),
        cmocka_unit_test(unknown_types_are_passed_over),
        cmocka_unit_test(absurd_packets_are_skipped_as_a_whole),
        cmocka_unit_test(another_version_or_program_is_refused),
        cmocka_unit_test(a_long_word_comes_in_full_once_in_a_packet),
        cmocka_unit_test(without_an_elf_file_packets_are_counted),
        cmocka_unit_test(any_cut_of_the_input_gives_the_same),
        cmocka_unit_test(records_of_several_cpus_come_in_the_order_of_time),
        cmocka_unit_test(fields_are_found_in_their_words),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
