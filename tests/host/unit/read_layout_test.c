/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory dumps of programs that lack variables or have unusual ones, and values at the borders of what is
 * valid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_memory.h"

/* Read the current memory with another program. */
static void read_with(const struct make_elf *program)
{
    struct spoor_elf *usual = elf;

    elf = open_program(program);
    assert_non_null(elf);
    read_image(memory, sizeof memory);
    spoor_elf_close(elf);
    elf = usual;
}

static void read_without(const char *symbol)
{
    struct make_elf program = usual_program;

    program.without = symbol;
    read_with(&program);
}

/* ------------------------------------------------------------------ the filter */

#define OFF (UINT32_C(0x80) << 24)

/* The usual memory, in which one thread and one event are excluded. */
static void filtered_memory(void)
{
    usual_memory();
    *word_at(FLAGS(ID_PAIR)) = OFF;
    *word_at(SELECTION + 36) = 7;
    select_since(1, T0 + 1, T0 + 5);
}

/* One of the five events has data. */
static void events_that_are_off_are_found_in_their_array(void **state)
{
    (void)state;
    for (unsigned id = ID_ONE; id <= ID_WAKE; id++) {
        filtered_memory();
        *word_at(FLAGS(ID_PAIR)) = 0;
        *word_at(FLAGS(id)) = OFF;
        read_image(memory, sizeof memory);
        assert_int_equal(got.filter.off[0], UINT32_C(1) << id);
    }
}

static void a_program_may_have_events_only_or_none(void **state)
{
    static const struct make_event no_events[] = {{NULL, NULL, 0}};
    static const char *const none[] = {NULL};
    struct make_elf program = usual_program;

    (void)state;
    filtered_memory();
    program.blocks = program.points = none;
    read_with(&program);
    assert_int_equal(got.filter.off[0], UINT32_C(1) << ID_PAIR);
    assert_int_equal(got.filter.threads, 1);
    program.events = no_events;
    read_with(&program);
    assert_int_equal(got.filter.off[0], 0);
    assert_int_equal(got.filter.threads, 1);
}

static void a_program_without_a_filter_excludes_nothing(void **state)
{
    static const char *const needed[] = {"trace_selection_last", "trace_selection_changing",
                                         "trace_selection_untaken"};

    (void)state;
    filtered_memory();
    for (unsigned n = 0; n < 3; n++) {
        read_without(needed[n]);
        assert_true(got.opened);
        assert_null(item_of(SPOOR_FILTER, 0));
    }
    read_without("trace_filter_threads");
    assert_int_equal(got.filter.threads, 0);
    assert_int_equal(got.filter.off[0], UINT32_C(1) << ID_PAIR);
}

static void the_filter_may_be_of_the_listed_threads_only(void **state)
{
    (void)state;
    filtered_memory();
    read_image(memory, sizeof memory);
    assert_false(got.filter.only);
    ((uint8_t *)word_at(SELECTION + 28))[1] = 1;
    read_image(memory, sizeof memory);
    assert_true(got.filter.only);
    read_without("trace_filter_mode_now");
    assert_false(got.filter.only);
    assert_int_equal(got.filter.threads, 1);
}

/* A damaged ELF file, and a dump that ends within the list. */
static void a_list_of_threads_ends_with_its_room(void **state)
{
    struct make_elf program = usual_program;

    (void)state;
    filtered_memory();
    for (unsigned n = 0; n < 40; n++) {
        *word_at(SELECTION + 32 + 4 * n) = 1 + n;
    }
    program.filter_bytes = 4 * 40;
    read_with(&program);
    assert_int_equal(got.filter.threads, SPOOR_FILTER_THREADS);
    assert_int_equal(got.filter.thread[SPOOR_FILTER_THREADS - 1], SPOOR_FILTER_THREADS);
    read_image(memory, SELECTION - BASE + 32 + 8);
    assert_int_equal(got.filter.threads, 2);
}

/* ------------------------------------------------------------------ the program */

static void a_program_without_rings_is_rejected(void **state)
{
    struct make_elf program = usual_program;

    (void)state;
    usual_memory();
    assert_null(spoor_open_image(memory, sizeof memory, BASE, "t.bin", NULL, NULL));
    read_without("trace_ring_layout");
    assert_false(got.opened);
    assert_non_null(strstr(messages, "no trace_ring_layout"));
    program.in_ram = "trace_ring_layout"; /* its contents aren't in the file */
    read_with(&program);
    assert_false(got.opened);
    assert_non_null(strstr(messages, "no trace_ring_layout"));
    program.in_ram = "trace_thread_layout";
    read_with(&program);
    assert_true(got.opened);
    assert_string_equal(names[2], "");
    assert_int_equal(records(), 5);
}

/* The target combines the words of the build ID. Without one, the dump isn't compared with the program. */
static void a_build_id_may_have_any_length(void **state)
{
    static const char id[] = "\1\2\3\4\5\6\7\10.........."
                             "........................................................";
    struct make_elf program = usual_program;

    (void)state;
    usual_memory();
    for (unsigned bytes = 0; bytes <= 72; bytes++) {
        uint32_t number = 0;

        for (unsigned at = 0; at + 4 <= bytes; at += 4) {
            uint32_t word;

            memcpy(&word, id + at, 4);
            number ^= word;
        }
        program.build_id = bytes != 0 ? id : NULL;
        program.build_id_bytes = bytes;
        *word_at(LIFE) = number;
        read_with(&program);
        assert_true(got.opened);
        assert_int_equal(got.header.build_id_bytes, bytes <= 64 ? bytes : 0);
        assert_memory_equal(got.header.build_id, id, got.header.build_id_bytes);
        assert_int_equal(got.header.boots, bytes < 4 ? 0 : 2);
        *word_at(LIFE) = ~number;
        read_with(&program);
        assert_int_equal(got.opened, bytes < 4);
    }
}

/* ------------------------------------------------------------------ the ring */

/* Open the usual memory with the current layout. */
static void read_with_layout(size_t bytes)
{
    struct spoor_elf *usual = elf;

    elf = open_program(&usual_program);
    read_image(memory, bytes);
    spoor_elf_close(elf);
    elf = usual;
}

static void a_ring_with_too_many_subbufs_is_not_read(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;
    const uint32_t place = RING + 4 * RING_HEAD;

    (void)state;
    usual_memory();
    layout.subbufs = 0;
    layout.ring_bytes = 4 * (RING_HEAD + 2);
    memcpy(word_at(place), (const uint32_t[]){BASE, 4096}, 8);
    read_with_layout(sizeof memory);
    layout = usual_layout;
    assert_true(got.opened);
    assert_int_equal(records(), 0);
    assert_non_null(strstr(messages, "CPU 0: the ring's sub-buffers at 0x20000000 are not in the image"));
}

/* The target was interrupted while it discarded the records of a sub-buffer. */
static void an_eviction_that_was_interrupted_is_reported(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;

    (void)state;
    usual_memory();
    layout.dropped_offset = 12; /* after the two words of the eviction */
    layout.cleared_offset = 20;
    *word_at(RING + 4) = part_address(3) + 4 * HEAD;
    *word_at(RING + 8) = *word_at(RING + 4) + 12;
    *word_at(RING + 12) = 2;
    read_with_layout(sizeof memory);
    assert_non_null(strstr(messages, "CPU 0: the oldest sub-buffer was being overwritten"));
    assert_int_equal(got.traffic.skipped_words, 3 + 1); /* the total of losses differs, too */
    *word_at(RING + 4) = *word_at(RING + 8);
    read_with_layout(sizeof memory);
    layout = usual_layout;
    assert_null(strstr(messages, "overwritten"));
}

/* The time of a stop follows the ring's other words. */
static void the_time_of_a_stop_may_be_outside(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;
    const uint32_t end = usual_layout.ring_bytes;

    (void)state;
    layout.cleared_offset = end - 12;
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        usual_memory();
        *word_at(RING + end - 12) = 0;
        *word_at(RING + end - 4) = stopped << 8;
        read_with_layout(0x40 + end);
        assert_true(got.opened);
        assert_null(item_of(SPOOR_ENDED, 0));
        assert_true(records() >= 4);
    }
    layout = usual_layout;
}

/* The ring of CPU 0 was stopped, and that of CPU 1 goes on. */
static void a_stopped_ring_ends_before_others(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;
    const uint32_t other = usual_layout.ring_bytes, late[] = {header(ID_HITS, UINT64_C(0x300000900))};
    const uint64_t stops[] = {0x300000200, 0x300000100, 0x300000900};

    (void)state;
    layout.cpus = 2;
    layout.losses = BASE + 0x6c0;
    for (unsigned n = 0; n < 3; n++) {
        usual_memory();
        memset(word_at(BASE + 0x6c0), 0, 8 * 32);
        memset(word_at(RING + other), 0, 4 * RING_HEAD);
        part(1, UINT64_C(0x300000900), SPOOR_WIRE_SUBBUF_OPEN, 0, late, 1);
        memcpy(word_at(part_address(1) + other), word_at(part_address(1)), 4 * PART_WORDS);
        *word_at(RING + other) = part_address(1) + other + 4 * (HEAD + 1);
        *word_at(part_address(1)) = 0;
        part(5, UINT64_C(0x300000100), 3, 2, (const uint32_t[]){header(ID_PAIR, 0x300000100), 7, 0x101}, 3);
        *word_at(RING + 20) = 1 << 8;
        *word_at(RING + 36) = (uint32_t)stops[n];
        *word_at(RING + 40) = (uint32_t)(stops[n] >> 32);
        read_with_layout(sizeof memory);
        assert_int_equal(records(), 6);
        if (n < 2) {
            assert_non_null(item_of(SPOOR_ENDED, 0));
            assert_int_equal(item_of(SPOOR_ENDED, 0)->cpu, 0);
            assert_true(item_of(SPOOR_ENDED, 0)->time == 0x300000200);
        } else {
            assert_null(item_of(SPOOR_ENDED, 0)); /* it stopped last */
        }
    }
    layout = usual_layout;
}

/* ------------------------------------------------------------------ names of threads */

/* A record that names thread `number` "x". */
#define NAMED(number, bytes) header(SPOOR_WIRE_ID_THREAD, UINT64_C(0x300000200)), (bytes), (number), 6, 'x'

static void a_thread_that_has_ended_is_named_by_its_record(void **state)
{
    const uint32_t words[3][5] = {{NAMED(5, 9)}, {NAMED(2, 9)}, {NAMED(5, 3)}};

    (void)state;
    for (unsigned n = 0; n < 3; n++) {
        const unsigned used = n == 2 ? 3 : 5;

        usual_memory();
        part(6, UINT64_C(0x300000200), used, 2, words[n], used);
        read_image(memory, sizeof memory);
        assert_string_equal(messages, "");
        assert_int_equal(records(), 5);
        assert_string_equal(names[5], n == 0 ? "x" : "");
        assert_string_equal(names[2], "shell"); /* the list has its present name */
    }
}

static void a_name_has_printable_characters_only(void **state)
{
    static const char bad[] = {0x7f, 0x1f, '\n'};

    (void)state;
    for (unsigned n = 0; n < sizeof bad; n++) {
        usual_memory();
        ((char *)word_at(NAMES))[1] = bad[n];
        read_image(memory, sizeof memory);
        assert_string_equal(names[2], "");
        assert_string_equal(names[9], "idle");
    }
}

/* A thread without a valid name is its own successor. */
static void a_circular_list_of_threads_without_names_ends(void **state)
{
    (void)state;
    usual_memory();
    *word_at(NAMES) = 0x01020304;
    *word_at(THREAD(1) + 4) = THREAD(1) + 4;
    read_image(memory, sizeof memory);
    assert_non_null(strstr(messages, "the list of threads is broken"));
    assert_string_equal(names[1], "sched_wake");
    assert_int_equal(records(), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_that_are_off_are_found_in_their_array),
        cmocka_unit_test(a_program_may_have_events_only_or_none),
        cmocka_unit_test(a_program_without_a_filter_excludes_nothing),
        cmocka_unit_test(the_filter_may_be_of_the_listed_threads_only),
        cmocka_unit_test(a_list_of_threads_ends_with_its_room),
        cmocka_unit_test(a_program_without_rings_is_rejected),
        cmocka_unit_test(a_build_id_may_have_any_length),
        cmocka_unit_test(a_ring_with_too_many_subbufs_is_not_read),
        cmocka_unit_test(an_eviction_that_was_interrupted_is_reported),
        cmocka_unit_test(the_time_of_a_stop_may_be_outside),
        cmocka_unit_test(a_stopped_ring_ends_before_others),
        cmocka_unit_test(a_thread_that_has_ended_is_named_by_its_record),
        cmocka_unit_test(a_name_has_printable_characters_only),
        cmocka_unit_test(a_circular_list_of_threads_without_names_ends),
    };

    return cmocka_run_group_tests(tests, memory_set_up, memory_tear_down);
}
