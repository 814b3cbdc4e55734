/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader must decode the examples of docs/wire-format.md as the document describes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_fixture.h"

static const struct make_event events[] = {{"pair", "a,b", 0}, {"one", "value", 0}, {NULL, NULL, 0}};
static const char *const blocks[] = {"block", NULL}, *const points[] = {"point", NULL};

static const char *const packets[] = {
    "01 04 05 02 01 01 c0 f0 f5 0b 00 e8 07 02 01 01 00 e4 df 82 80 10 00 04 5c 1d 8e 40 0a 6d 70 73 32 2d "
    "61 "
    "6e 33 38 35 02 91 16 8c 1a",
    "02 05 00 03 28 80 a0 80 80 10 03 21 c2 25 07 81 80 01 c4 0c c4 13 55",
    "03 05 02 04 05 73 68 65 6c 6c",
    "04 05 00 04 c8 01 80 a4 80 80 10 80 a0 82 80 10",
    "05 05 00 00 00 2c c8 01 e4 df 82 80 10 10 96 01 12 32",
    "06 05 00 01 d2 01 80 a0 82 80 10 80 c0 82 80 10",
    "07 05 01 18 00 05 74 69 6d 65 72",
    "07 05 02 80 82 80 80 02 00 05 71 75 65 75 65 02",
};

static void the_examples_of_the_document_are_decoded(void **state)
{
    static char document[65536];
    FILE *f = fopen("docs/wire-format.md", "r");
    struct make stream = {.used = 0}, file;
    struct spoor_elf *usual = elf;

    (void)state;
    assert_non_null(f);
    document[fread(document, 1, sizeof document - 1, f)] = 0;
    fclose(f);
    for (unsigned i = 0; i < sizeof packets / sizeof packets[0]; i++) {
        struct make packet = {.used = 0};

        assert_non_null(strstr(document, packets[i]));
        make_hex(&packet, packets[i]);
        make_frame(&stream, &packet);
    }
    struct make first = {.used = 0};

    make_hex(&first,
             "00 0b 01 04 05 02 01 01 c0 f0 f5 0b 06 e8 07 02 01 01 06 e4 df 82 80 10 1a 04 5c 1d 8e 40 "
             "0a 6d 70 73 32 2d 61 6e 33 38 35 02 91 16 8c 1a 65 40 1b 62 00");
    assert_memory_equal(stream.bytes, first.bytes, first.used);
    make_elf(&file,
             &(struct make_elf){
                 .events = events, .blocks = blocks, .points = points, .build_id = "\x5c\x1d\x8e\x40"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(stream.bytes, stream.used);
    const struct spoor_header *header = &spoor_recording(reader)->header;

    assert_string_equal(header->board, "mps2-an385");
    assert_int_equal(spoor_recording(reader)->id, 5);
    assert_int_equal(spoor_recording(reader)->fit, SPOOR_FIT);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_IRQ, 24), "timer");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 0x20000100), "queue of shell");
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

static void the_example_of_a_dense_packet_is_decoded(void **state)
{
    static const char example[] = "0b 05 00 00 00 40 00 98 20 26 a0 44 04 14 38";
    static const struct {
        uint64_t time;
        unsigned id;
    } records[] = {{64, 19}, {69, 19}, {74, 19}, {81, 17}};
    static char document[65536];
    FILE *f = fopen("docs/wire-format.md", "r");
    struct make stream = {.used = 0}, header = {.used = 0}, dense = {.used = 0}, file;
    struct spoor_elf *usual = elf;

    (void)state;
    assert_non_null(f);
    document[fread(document, 1, sizeof document - 1, f)] = 0;
    fclose(f);
    assert_non_null(strstr(document, example));
    make_hex(&header, packets[0]);
    make_frame(&stream, &header);
    make_hex(&dense, example);
    make_frame(&stream, &dense);
    make_elf(&file,
             &(struct make_elf){
                 .events = events, .blocks = blocks, .points = points, .build_id = "\x5c\x1d\x8e\x40"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    read_bytes(stream.bytes, stream.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(nth(SPOOR_RECORD, i)->time == records[i].time &&
                    nth(SPOOR_RECORD, i)->id == records[i].id);
    }
    assert_int_equal(nth(SPOOR_RECORD, 3)->word[0], 33);
    spoor_elf_close(elf);
    elf = usual;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_document_are_decoded),
        cmocka_unit_test(the_example_of_a_dense_packet_is_decoded),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
