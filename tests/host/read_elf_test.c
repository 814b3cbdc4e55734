/* SPDX-License-Identifier: BSD-2-Clause */
/* ELF files: the meaning of IDs, symbols, and malformed files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <read/read.h>
#include "read_make.h"

static struct make file;

static struct spoor_elf *open_exact(const uint8_t *bytes, size_t n)
{
    return spoor_elf_open_memory(bytes, n, "t.elf", NULL);
}

static void check_meanings(const struct spoor_elf *e)
{
    static const struct {
        enum spoor_class class;
        unsigned words;
        const char *name, *fields;
    } expected[] = {
        {SPOOR_EVENT, 1, "one", "value:i32"},
        {SPOOR_EVENT, 2, "pair", "a:x32,b:ptr"},
        {SPOOR_DATA, WIRE_WORDS_DATA, "message", "text:str"},
        {SPOOR_EVENT, 1, "sched_switch", "reason:preempted|sleep/4+next:thread"},
        {SPOOR_EVENT, 1, "sched_wake", "thread:thread"},
        {SPOOR_BLOCK, 1, "crc", "wall:time"},
        {SPOOR_POINT, 0, "hits", ""},
    };

    assert_int_equal(spoor_ids(e), ID_END);
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct spoor_id *id = spoor_id(e, WIRE_ID_FIRST + i);

        assert_int_equal(id->class, expected[i].class);
        assert_int_equal(id->words, expected[i].words);
        assert_string_equal(id->name, expected[i].name);
        assert_string_equal(id->fields, expected[i].fields);
        assert_string_equal(id->file, "file.c");
        assert_int_equal(id->line, 7);
    }
    assert_string_equal(spoor_id(e, ID_CRC)->func, "function");
    assert_int_equal(spoor_id(e, ID_END)->class, SPOOR_NONE);
    assert_int_equal(spoor_id(e, WIRE_IDS)->class, SPOOR_NONE);
    assert_int_equal(spoor_id(e, WIRE_ID_ENTER)->class, SPOOR_ENTER);
}

static void ids_mean_what_their_descriptors_say(void **state)
{
    size_t bytes;

    (void)state;
    make_usual_elf(&file);
    struct spoor_elf *e = open_exact(file.bytes, file.used);

    assert_non_null(e);
    check_meanings(e);
    assert_memory_equal(spoor_elf_build_id(e, &bytes), "\1\2\3\4", 4);
    assert_int_equal(bytes, 4);
    spoor_elf_close(e);
}

static void descriptors_may_lie_in_a_section_that_is_not_loaded(void **state)
{
    (void)state;
    make_elf(&file, &(struct make_elf){.events = make_usual_events,
                                       .blocks = make_usual_blocks,
                                       .points = make_usual_points,
                                       .unloaded = true});
    struct spoor_elf *e = open_exact(file.bytes, file.used);

    assert_non_null(e);
    check_meanings(e);
    spoor_elf_close(e);
}

static void addresses_have_names(void **state)
{
    uint32_t offset;

    (void)state;
    make_usual_elf(&file);
    struct spoor_elf *e = open_exact(file.bytes, file.used);

    assert_string_equal(spoor_elf_symbol(e, 0x100, &offset), "uart_write");
    assert_int_equal(offset, 0);
    assert_string_equal(spoor_elf_symbol(e, 0x101, &offset), "uart_write");
    assert_int_equal(offset, 0);
    assert_string_equal(spoor_elf_symbol(e, 0x11f, &offset), "uart_write");
    assert_int_equal(offset, 0x1f);
    assert_string_equal(spoor_elf_symbol(e, 0x121, &offset), "main");
    assert_null(spoor_elf_symbol(e, 0x140, &offset));
    assert_null(spoor_elf_symbol(e, 0xff, &offset));
    assert_string_equal(spoor_elf_symbol(e, 0x20001004, &offset), "lock");
    assert_null(spoor_elf_symbol(e, 0x20001010, NULL));
    spoor_elf_close(e);
}

static void ask_everything(const struct spoor_elf *e)
{
    for (unsigned id = 0; id < WIRE_IDS; id++) {
        const struct spoor_id *meaning = spoor_id(e, id);

        assert_true(strlen(meaning->name) + strlen(meaning->fields) + strlen(meaning->file) +
                        strlen(meaning->func) <
                    4 * sizeof file.bytes);
    }
    for (uint32_t address = 0; address < 0x200; address++) {
        spoor_elf_symbol(e, address, NULL);
    }
}

static void a_cut_off_file_is_refused_or_read_in_part(void **state)
{
    (void)state;
    make_usual_elf(&file);
    for (size_t n = 0; n < file.used; n++) {
        struct spoor_elf *e = open_exact(file.bytes, n);

        if (e != NULL) {
            ask_everything(e);
        }
        spoor_elf_close(e);
    }
}

static void a_damaged_file_does_no_harm(void **state)
{
    uint32_t seed = 1;

    (void)state;
    make_usual_elf(&file);
    for (unsigned turn = 0; turn < 4 * file.used; turn++) {
        static struct make bad;

        bad = file;
        bad.bytes[turn % file.used] ^= (uint8_t)(1u << turn / file.used * 2);
        for (unsigned i = 0; turn % 2 && i < 4; i++) {
            seed = seed * 1664525 + 1013904223;
            bad.bytes[(seed >> 8) % bad.used] = (uint8_t)(seed >> 4);
        }
        struct spoor_elf *e = open_exact(bad.bytes, bad.used);

        if (e != NULL) {
            ask_everything(e);
        }
        spoor_elf_close(e);
    }
}

static void what_is_no_elf_file_is_said_to_be_none(void **state)
{
    (void)state;
    assert_null(open_exact((const uint8_t *)"#!/bin/sh\n", 10));
    assert_null(open_exact((const uint8_t *)"", 0));
    assert_null(spoor_elf_open("no/such/file", NULL));
    assert_null(spoor_elf_open("tests", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_mean_what_their_descriptors_say),
        cmocka_unit_test(descriptors_may_lie_in_a_section_that_is_not_loaded),
        cmocka_unit_test(addresses_have_names),
        cmocka_unit_test(a_cut_off_file_is_refused_or_read_in_part),
        cmocka_unit_test(a_damaged_file_does_no_harm),
        cmocka_unit_test(what_is_no_elf_file_is_said_to_be_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
