/* SPDX-License-Identifier: BSD-2-Clause */
/* ELF files: descriptors of IDs, symbols, malformed files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <elf.h>
#include <read/reader.h>
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
        const char *name, *field; /* field: the last field */
        enum spoor_format format;
    } expected[] = {
        {SPOOR_EVENT, 1, "one", "value", SPOOR_I32},
        {SPOOR_EVENT, 2, "pair", "b", SPOOR_PTR},
        {SPOOR_DATA, SPOOR_WIRE_WORDS_DATA, "message", "text", SPOOR_STR},
        {SPOOR_EVENT, 1, "sched_switch", "next", SPOOR_THREAD_NUMBER},
        {SPOOR_EVENT, 1, "sched_wake", "thread", SPOOR_THREAD_NUMBER},
        {SPOOR_BLOCK, 1, "crc", "wall", SPOOR_CYCLES},
        {SPOOR_POINT, 0, "hits", NULL, SPOOR_U32},
    };

    assert_int_equal(spoor_ids(e), ID_END);
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct spoor_id *id = spoor_id(e, SPOOR_WIRE_ID_FIRST + i);

        assert_int_equal(id->class, expected[i].class);
        assert_int_equal(id->words, expected[i].words);
        assert_string_equal(id->name, expected[i].name);
        assert_int_equal(id->field_count != 0, expected[i].field != NULL);
        if (id->field_count != 0) {
            assert_string_equal(id->fields[id->field_count - 1].name, expected[i].field);
            assert_int_equal(id->fields[id->field_count - 1].format, expected[i].format);
        }
        assert_string_equal(id->file, "file.c");
        assert_int_equal(id->line, 7);
    }
    assert_string_equal(spoor_id(e, ID_CRC)->func, "function");
    assert_int_equal(spoor_id(e, ID_END)->class, SPOOR_NONE);
    assert_int_equal(spoor_id(e, SPOOR_WIRE_IDS)->class, SPOOR_NONE);
    assert_int_equal(spoor_id(e, SPOOR_WIRE_ID_ENTER)->class, SPOOR_ENTER);
}

static void ids_have_the_meaning_of_their_descriptors(void **state)
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

/* As the linker scripts of ESP-IDF place it. */
static void the_build_id_may_be_at_its_label(void **state)
{
    struct make_elf spec = {.events = make_usual_events,
                            .blocks = make_usual_blocks,
                            .points = make_usual_points,
                            .build_id = "\5\6\7\10",
                            .labelled = true};

    (void)state;
    for (unsigned bytes = 1; bytes <= 4; bytes++) {
        size_t found;

        spec.build_id_bytes = bytes;
        make_elf(&file, &spec);
        struct spoor_elf *e = open_exact(file.bytes, file.used);

        assert_non_null(e);
        assert_memory_equal(spoor_elf_build_id(e, &found), "\5\6\7\10", spec.build_id_bytes);
        assert_int_equal(found, spec.build_id_bytes);
        spoor_elf_close(e);
    }
    spec.without = "build_id_note";
    make_elf(&file, &spec);
    struct spoor_elf *e = open_exact(file.bytes, file.used);
    size_t found;

    assert_non_null(e);
    assert_null(spoor_elf_build_id(e, &found));
    assert_int_equal(found, 0);
    spoor_elf_close(e);
}

static void keep_message(void *arg, const char *text)
{
    snprintf(arg, 300, "%s", text);
}

/* An error in a field's text is reported once, with the event. */
static void an_error_in_a_field_is_reported(void **state)
{
    static const struct {
        const char *fields, *message;
    } slips[] = {
        {"x:nonsense", "event door: field \"x:nonsense\": unknown format"},
        {"a,y:u32/40+z", "event door: field \"y:u32/40\": a field must have 1 to 32 bits"},
        {"a+b", "event door: field \"b\": its word has no bits left"},
        {"n,m,n,n", "event door: field \"n\": an earlier field has this name"},
        {"a:", "event door: field \"a:\": unknown format"},
        {"a,b,c,d,e,f,g", "event door: field \"g\": an event has at most 6 words and 64 fields"},
        {"a,", "event door: field \"\": it has no name"},
        {":ptr,b", "event door: field \":ptr\": it has no name"},
        {"a:x32,b:on|off/1+c:i32,d:ptr", ""},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        const struct make_event events[] = {{"door", slips[i].fields, 0}, {NULL, NULL, 0}};
        char text[300] = "";
        const struct spoor_report report = {.message = keep_message, .arg = text};

        make_elf(&file, &(struct make_elf){
                            .events = events, .blocks = make_usual_blocks, .points = make_usual_points});
        struct spoor_elf *e = spoor_elf_open_memory(file.bytes, file.used, "x.elf", &report);

        assert_non_null(e);
        spoor_elf_close(e);
        if (slips[i].message[0] == 0) {
            assert_string_equal(text, "");
        } else {
            assert_non_null(strstr(text, slips[i].message));
        }
    }
}

/* The text of a field sets its bits, sign and names. Invalid texts must not do harm. */
static void the_text_of_a_field_sets_its_plan(void **state)
{
    static const struct make_event events[] = {
        {"signed", "a:i32/8+b:i32/8+c", 0},
        {"long_enum", "state:a|bb||d/2+rest:x32/3", 0},
        {"beyond", "a/32+b,c", 0},
        {"unknown", "a:f64,b:", 0},
        {"many", "a,b,c,d,e,f,g", 0},
        {"role", "a,b", SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT},
        {"future", "a", 200 << SPOOR_WIRE_ROLE_SHIFT},
        {"kind", "a", 9},
        {"twice", "n,n,n_2,n", 0},
        {"nameless", ",a,,b:i32,", 0},
        {"nameless_part", "a/8+", 0},
        {"bits",
         "a/1+b/1+c/1+d/1+e/1+f/1+g/1+h/1+i/1+j/1+k/1+l/1+m/1+n/1+o/1+p/1+q/1+r/1+s/1+t/1+u/1+v/1+w/1+x/1,"
         "a/1+b/1+c/1+d/1+e/1+f/1+g/1+h/1+i/1+j/1+k/1+l/1+m/1+n/1+o/1+p/1+q/1+r/1+s/1+t/1+u/1+v/1+w/1+x/1,"
         "a/1+b/1+c/1+d/1+e/1+f/1+g/1+h/1+i/1+j/1+k/1+l/1+m/1+n/1+o/1+p/1+q/1+r/1+s/1+t/1+u/1+v/1+w/1+x/1,y",
         0},
        {"bytes", "", 3},
        {NULL, NULL, 0},
    };
    const uint32_t words[SPOOR_WIRE_WORDS_MAX] = {0x1280ff, 7};

    (void)state;
    make_elf(&file,
             &(struct make_elf){.events = events, .blocks = make_usual_blocks, .points = make_usual_points});
    struct spoor_elf *e = open_exact(file.bytes, file.used);
    const struct spoor_id *id = spoor_id(e, SPOOR_WIRE_ID_FIRST);

    assert_int_equal(id->words, 1);
    assert_int_equal(spoor_value(&id->fields[0], words), UINT32_MAX);
    assert_int_equal(spoor_value(&id->fields[1], words), (uint32_t)-128);
    assert_int_equal(spoor_value(&id->fields[2], words), 0x12);
    id++;
    assert_int_equal(id->fields[0].value_count, 4);
    assert_string_equal(id->fields[0].values[1], "bb");
    assert_string_equal(id->fields[0].values[2], "");
    assert_int_equal(spoor_value(&id->fields[0], words), 3);
    assert_int_equal(spoor_value(&id->fields[1], words), 7);
    id++;
    assert_int_equal(id->words, 2);
    assert_int_equal(id->field_count, 2); /* no bits are left for b */
    assert_int_equal(spoor_value(&id->fields[1], words), 7);
    id++;
    assert_int_equal(id->fields[0].format, SPOOR_U32);
    assert_int_equal(id->fields[1].format, SPOOR_U32);
    id++;
    assert_int_equal(id->class, SPOOR_NONE);
    id++;
    assert_int_equal(id->class, SPOOR_EVENT);
    assert_int_equal(id->role, SPOOR_WIRE_ROLE_NONE); /* `next` isn't a thread field */
    id++;
    assert_int_equal(id->role, SPOOR_WIRE_ROLE_NONE);
    id++;
    assert_int_equal(id->class, SPOOR_NONE);
    id++;
    assert_string_equal(id->fields[0].name, "n");
    assert_string_equal(id->fields[1].name, "n_2");
    assert_string_equal(id->fields[2].name, "n_2_2");
    assert_string_equal(id->fields[3].name, "n_3");
    id++;
    assert_int_equal(id->words, 5);
    assert_string_equal(id->fields[2].name, "field_2");
    assert_string_equal(id->fields[4].name, "field_3");
    id++;
    assert_int_equal(id->words, 1);
    assert_int_equal(spoor_value(&id->fields[1], words), 0x1280);
    id++;
    assert_int_equal(id->words, 4); /* includes words that aren't shown */
    id++;
    assert_int_equal(id->words, SPOOR_WIRE_WORDS_DATA);
    assert_int_equal(id->field_count, 1);
    assert_string_equal(id->fields[0].name, "field");
    spoor_elf_close(e);
}

static void descriptors_may_be_in_an_unloaded_section(void **state)
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

static void urgency_follows_the_priority_range_of_the_program(void **state)
{
    static const struct {
        struct spoor_wire_priority_range range; /* lowest, highest */
        uint32_t priority, urgency, linux_priority;
    } cases[] = {
        {{0, 31}, 31, 31, 0},      {{0, 31}, 0, 0, 31},      {{0, 31}, 40, 40, 0}, /* above the highest */
        {{31, 0}, 0, 31, 0},       {{31, 0}, 31, 0, 31},     {{31, 0}, 40, 0, 40}, {{143, 112}, 112, 31, 0},
        {{143, 112}, 128, 15, 16}, {{143, 112}, 100, 43, 0}, {{0, 0}, 7, 7, 7}, /* not declared */
    };

    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        struct spoor_wire_priority_range range = cases[n].range;

        make_elf(&file,
                 &(struct make_elf){.events = make_usual_events,
                                    .blocks = make_usual_blocks,
                                    .points = make_usual_points,
                                    .priorities = range.least_urgent != range.most_urgent ? &range : NULL});
        struct spoor_elf *e = open_exact(file.bytes, file.used);

        assert_int_equal(spoor_urgency(e, cases[n].priority), cases[n].urgency);
        assert_int_equal(spoor_linux_priority(e, cases[n].priority), cases[n].linux_priority);
        spoor_elf_close(e);
    }
    assert_int_equal(spoor_urgency(NULL, 7), 7);
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
    assert_string_equal(spoor_elf_symbol(e, 0x14c, &offset), "SysTick_Handler");
    assert_int_equal(offset, 4);
    assert_string_equal(spoor_elf_symbol(e, 0x151, NULL), "Handler");
    assert_string_equal(spoor_elf_symbol(e, 0x154, NULL), "asm_handler");
    /* Not the text's, which isn't loaded. */
    assert_string_equal(spoor_elf_symbol(e, 0x15c, &offset), "asm_handler");
    assert_int_equal(offset, 0xc);
    assert_null(spoor_elf_symbol(e, 0x1154, NULL)); /* beyond the section */
    assert_null(spoor_elf_symbol(e, 0x20000f00, NULL));
    spoor_elf_close(e);
}

static void ask_everything(const struct spoor_elf *e)
{
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        const struct spoor_id *meaning = spoor_id(e, id);

        assert_true(strlen(meaning->name) + strlen(meaning->file) +
                        (meaning->func != NULL ? strlen(meaning->func) : 0) <
                    4 * sizeof file.bytes);
        for (unsigned i = 0; i < meaning->field_count; i++) {
            const struct spoor_field *f = &meaning->fields[i];

            assert_true(f->word < 32 && f->bits > 0 && f->shift + f->bits <= 32);
            assert_true(strlen(f->name) < sizeof file.bytes);
        }
    }
    for (uint32_t address = 0; address < 0x200; address++) {
        spoor_elf_symbol(e, address, NULL);
    }
}

static void a_truncated_file_is_rejected_or_read_in_part(void **state)
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

/* A file that ends before its section headers isn't taken for a program without symbols. */
static void a_file_without_its_section_headers_is_rejected(void **state)
{
    (void)state;
    make_usual_elf(&file);
    const Elf32_Ehdr *h = (const void *)file.bytes;
    size_t end = h->e_shoff + h->e_shnum * sizeof(Elf32_Shdr);

    for (size_t n = 0; n < end; n++) {
        char text[300] = "";
        const struct spoor_report report = {.message = keep_message, .arg = text};

        assert_null(spoor_elf_open_memory(file.bytes, n, "x.elf", &report));
        assert_non_null(strstr(text, n < EI_NIDENT ? "not an ELF file" : "truncated: "));
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

static void other_files_are_rejected_as_not_elf(void **state)
{
    (void)state;
    assert_null(open_exact((const uint8_t *)"#!/bin/sh\n", 10));
    assert_null(open_exact((const uint8_t *)"", 0));
    assert_null(spoor_elf_open("no/such/file", NULL));
    assert_null(spoor_elf_open("tests", NULL));
}

/* IDs have ten bits. Further events and points exist in the program but are never recorded. */
static void elements_beyond_the_last_id_are_ignored(void **state)
{
    static const struct make_event one = {"one", "n", 0};
    static struct make_event events[1101];
    static const char *points[301];

    (void)state;
    for (unsigned i = 0; i < 1100; i++) {
        events[i] = one;
    }
    for (unsigned i = 0; i < 300; i++) {
        points[i] = "point";
    }
    make_elf(&file, &(struct make_elf){.events = events, .blocks = make_usual_blocks, .points = points});
    struct spoor_elf *e = open_exact(file.bytes, file.used);

    assert_non_null(e);
    assert_int_equal(spoor_ids(e), SPOOR_WIRE_IDS);
    assert_string_equal(spoor_id(e, SPOOR_WIRE_IDS - 1)->name, "one");
    assert_string_equal(spoor_id(e, SPOOR_WIRE_IDS)->name, "");
    spoor_elf_close(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_have_the_meaning_of_their_descriptors),
        cmocka_unit_test(the_build_id_may_be_at_its_label),
        cmocka_unit_test(an_error_in_a_field_is_reported),
        cmocka_unit_test(the_text_of_a_field_sets_its_plan),
        cmocka_unit_test(elements_beyond_the_last_id_are_ignored),
        cmocka_unit_test(descriptors_may_be_in_an_unloaded_section),
        cmocka_unit_test(urgency_follows_the_priority_range_of_the_program),
        cmocka_unit_test(addresses_have_names),
        cmocka_unit_test(a_truncated_file_is_rejected_or_read_in_part),
        cmocka_unit_test(a_file_without_its_section_headers_is_rejected),
        cmocka_unit_test(a_damaged_file_does_no_harm),
        cmocka_unit_test(other_files_are_rejected_as_not_elf),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
