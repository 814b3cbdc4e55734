/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings in a memory dump, intact and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_memory.h"

static void the_filter_is_read(void **state)
{
    const struct spoor_item *i;

    (void)state;
    usual_memory();
    read_image(memory, sizeof memory);
    assert_null(item_of(SPOOR_FILTER, 0));

    select_since(1, T0 + 1, T0 + 5); /* one change, which the drain has sent */
    *word_at(SELECTION + 28) = 1 << 8;
    *word_at(SELECTION + 36) = 7;
    *word_at(BASE + 56) = UINT32_C(0x80) << 24; /* ID_WAKE */
    *word_at(RING + 20) = 2 << 8;
    read_image(memory, sizeof memory);
    i = item_of(SPOOR_FILTER, 0);
    assert_non_null(i);
    assert_true(i->time == T0 + 1 && i->filter == NULL);
    i = item_of(SPOOR_FILTER, 1);
    assert_non_null(i);
    assert_true(i->time == T0 + 5);
    assert_non_null(strstr(messages, "the target excludes threads CPUs events"));

    *word_at(SELECTION + 28) = 1; /* a second change that wasn't sent: the state before it is unknown */
    read_image(memory, sizeof memory);
    i = item_of(SPOOR_FILTER, 0);
    assert_non_null(i);
    assert_true(i->time == 0 && i->filter == NULL);
    assert_non_null(item_of(SPOOR_FILTER, 2));

    *word_at(SELECTION + 24) = 1; /* the change is in progress */
    read_image(memory, sizeof memory);
    assert_null(item_of(SPOOR_FILTER, 2));

    read_image(memory, 4 * 0x150); /* the dump is truncated */
    i = item_of(SPOOR_FILTER, 0);
    assert_non_null(i);
    assert_true(i->time == 0 && i->filter == NULL);
}

static void the_last_records_are_read(void **state)
{
    static const struct {
        enum spoor_kind kind;
        unsigned id;
        uint64_t time;
        uint32_t n; /* word 0 of a record, or the count of a gap */
    } expected[] = {
        {SPOOR_BEGIN, 0, 0, 0},
        {SPOOR_HEADER, 0, 0, 0},
        {SPOOR_THREAD, 0, 0, 0},
        {SPOOR_THREAD, 0, 0, 0},
        {SPOOR_THREAD, 0, 0, 0},
        {SPOOR_JOINED, 0, T0, 9},
        {SPOOR_RECORD, ID_ONE, T0, 33},
        {SPOOR_RECORD, ID_HITS, T0 + 0x2000, 0},
        {SPOOR_RECORD, ID_MESSAGE, 0x300000001, 0},
        {SPOOR_GAP, 0, 0x300000001, 2},
        {SPOOR_RECORD, ID_PAIR, 0x300000100, 7},
        {SPOOR_RECORD, ID_SWITCH, 0x300000200, 0x21},
    };

    (void)state;
    usual_memory();
    read_image(memory, sizeof memory);
    assert_string_equal(messages, "");
    assert_int_equal(got.count, sizeof expected / sizeof expected[0]);
    for (unsigned i = 0; i < got.count; i++) {
        const struct spoor_item *item = &got.items[i];

        assert_int_equal(item->kind, expected[i].kind);
        assert_int_equal(item->id, expected[i].id);
        assert_true(expected[i].time == 0 || item->time == expected[i].time);
        assert_int_equal(item->kind == SPOOR_RECORD ? item->word[0] : item->count, expected[i].n);
    }
    assert_int_equal(got.items[8].bytes, 5);
    assert_int_equal(got.items[10].word[1], 0x101);
    assert_int_equal(got.header.boots, 2);
    assert_int_equal(got.traffic.skipped_words, 0);
    assert_true(got.counts.told);
    assert_int_equal(got.counts.lost, 11);
    assert_int_equal(got.counts.in_gaps, 11);
    assert_int_equal(got.counts.decoded, 5);
}

static void records_dropped_at_the_end_are_reported(void **state)
{
    (void)state;
    usual_memory();
    *word_at(RING + 4) = 5;
    read_image(memory, sizeof memory);
    assert_int_equal(got.items[got.count - 1].kind, SPOOR_GAP);
    assert_int_equal(got.items[got.count - 1].count, 3);
}

static void a_count_of_cleared_records_must_agree(void **state)
{
    (void)state;
    usual_memory();
    for (unsigned n = 3; n <= 6; n++) { /* after one clear of three records */
        memcpy(word_at(part_address(n) + 24), (const uint32_t[]){1, 3}, 8);
    }
    *word_at(RING + 12) = 3;
    read_image(memory, sizeof memory);
    assert_string_equal(messages, "");
    assert_int_equal(got.counts.cleared, 3);
    *word_at(RING + 12) = 4;
    read_image(memory, sizeof memory);
    assert_non_null(strstr(messages, "4 events cleared, but 3 before the last sub-buffer"));
    assert_int_equal(got.traffic.skipped_words, 1);
}

static void losses_need_not_be_counted_by_id(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;
    struct spoor_elf *usual = elf;

    (void)state;
    usual_memory();
    layout.losses = layout.ids = 0;
    elf = open_program(&usual_program);
    read_image(memory, sizeof memory);
    assert_string_equal(messages, "");
    assert_true(got.counts.told);
    assert_int_equal(got.counts.lost, 11);
    assert_int_equal(got.lost_of_any, 11);
    assert_int_equal(got.traffic.skipped_words, 0);
    spoor_elf_close(elf);
    elf = usual;
    layout = usual_layout;
}

/* The ring ends after the address and number of its sub-buffers, which are elsewhere. */
static void a_ring_may_have_its_memory_elsewhere(void **state)
{
    const struct spoor_wire_layout usual_layout = layout;
    struct spoor_elf *usual = elf;
    const uint32_t place = RING + 4 * RING_HEAD, moved = BASE + 0x5a0;

    (void)state;
    usual_memory();
    memcpy(word_at(moved), word_at(place), 4 * PARTS * PART_WORDS);
    memset(word_at(place), 0xA5, 4 * PARTS * PART_WORDS);
    *word_at(RING) += moved - place;
    memcpy(word_at(place), (const uint32_t[]){moved, PARTS - 1}, 8);
    layout.subbufs = 0;
    layout.ring_bytes = 4 * (RING_HEAD + 2);
    elf = open_program(&usual_program);
    read_image(memory, sizeof memory);
    assert_string_equal(messages, "");
    assert_int_equal(records(), 5);
    layout.ring_bytes -= 4; /* no room for the number */
    spoor_elf_close(elf);
    elf = open_program(&usual_program);
    read_image(memory, sizeof memory);
    assert_false(got.opened);
    assert_non_null(strstr(messages, "trace_ring_layout has an unknown layout"));
    spoor_elf_close(elf);
    elf = usual;
    layout = usual_layout;
}

/* A message about the sub-buffer `number` has its address. */
static void assert_said_of(unsigned number, const char *what)
{
    char line[100];

    snprintf(line, sizeof line, "address 0x%08x: CPU 0: sub-buffer %u %s", (unsigned)part_address(number),
             number, what);
    assert_non_null(strstr(messages, line));
    assert_int_equal(got.traffic.bytes, 4 * got.traffic.skipped_words);
}

static void torn_subbufs_are_reported_and_skipped(void **state)
{
    (void)state;
    assert_int_equal(with(RING, 0xFFFFFFFF), 4); /* the end of the open sub-buffer */
    assert_said_of(6, "is open, but its end 0xffffffff is outside");
    assert_int_equal(with(RING, part_address(6) + 4 * HEAD + 1), 4);
    assert_int_equal(with(part_address(5), 0), 4); /* never used */
    assert_int_equal(with(part_address(5) + 4, 6), 4);
    assert_non_null(strstr(messages, "sub-buffer 6 is in the wrong place"));
    assert_int_equal(with(part_address(4) + 4, 0x80000004), 4); /* later than all others */
    assert_non_null(strstr(messages, "sub-buffer 2147483652 is out of sequence"));
    assert_non_null(strstr(messages, "sub-buffers between 3 and 5 missing: 1"));
    assert_int_equal(with(part_address(5) + 16, 11), 4);
    assert_said_of(5, "claims 11 words and has room for 10, skipped");
    assert_int_equal(with(part_address(4) + 16, SPOOR_WIRE_SUBBUF_OPEN), 4);
    assert_said_of(4, "is open but not the last");
    assert_int_equal(with(part_address(3) + 4 * (HEAD + 2), header(ID_END, T0)), 4);
    assert_non_null(strstr(messages, "invalid record in sub-buffer 3, 1 words skipped"));
    assert_int_equal(with(part_address(4) + 4 * (HEAD + 4), 13), 4); /* longer than the sub-buffer */
    assert_int_equal(with(part_address(4) + 4 * (HEAD + 4), 0xFFFFFFFF), 4);
    assert_int_equal(with(part_address(5) + 12, 2), 4); /* starts before the previous sub-buffer */
    assert_non_null(strstr(messages, "sub-buffer 5 begins before the previous one ends"));
}

static void a_dump_of_another_build_is_rejected(void **state)
{
    (void)state;
    usual_memory();
    *word_at(LIFE) = 0x04030200;
    read_image(memory, sizeof memory);
    assert_false(got.opened);
    assert_non_null(strstr(messages, "to another program: its build is 04030200, while t.elf has 04030201"));
}

static void thread_names_may_be_in_ram_or_rom(void **state)
{
    (void)state;
    usual_memory();
    read_image(memory, sizeof memory);
    assert_string_equal(names[1], "sched_wake");
    assert_string_equal(names[2], "shell");
    assert_string_equal(names[9], "idle");
    assert_string_equal(names[3], "");
    assert_int_equal(got.items[2].thread, 1);
}

static void a_torn_list_of_threads_is_reported(void **state)
{
    (void)state;
    assert_int_equal(with(THREAD(1) + 4, THREAD(1) + 4), 5); /* the list has no end */
    assert_non_null(strstr(messages, "address 0x200004a4: the list of threads is broken"));
    assert_string_equal(names[2], "shell");
    assert_string_equal(names[9], "");
    assert_int_equal(with(THREAD(1) + 4, 0xFFFFFFFE), 5);
    assert_non_null(strstr(messages, "the list of threads is broken"));
    assert_int_equal(with(LIST, 0), 5);
    assert_string_equal(names[1], "");
    assert_int_equal(with(THREAD(1) + 16, 3), 5); /* the name's address is invalid */
    assert_string_equal(messages, "");
    assert_string_equal(names[2], "");
    assert_string_equal(names[9], "idle");
    assert_int_equal(with(NAMES, 0x01020304), 5);
    assert_string_equal(names[2], "");
}

static void without_a_layout_threads_have_no_names(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    struct make_elf program = usual_program;

    program.threads = NULL;
    elf = open_program(&program);
    usual_memory();
    read_image(memory, sizeof memory);
    assert_int_equal(records(), 5);
    assert_string_equal(messages, "");
    assert_string_equal(names[2], "");
    spoor_elf_close(elf);
    elf = usual;
}

static void random_words_do_no_harm(void **state)
{
    (void)state;
    for (uint32_t address = BASE; address < BASE + sizeof memory; address += 4) {
        for (unsigned bit = 0; bit < 32; bit++) {
            usual_memory();
            *word_at(address) ^= UINT32_C(1) << bit;
            read_image(memory, sizeof memory);
            assert_true((got.opened || address == LIFE) && records() <= 16);
        }
    }
}

static void a_truncated_dump_is_rejected(void **state)
{
    (void)state;
    usual_memory();
    for (size_t n = 0; n < sizeof memory; n++) {
        read_image(memory, n);
        assert_true(got.opened == (n >= 0x40 + layout.ring_bytes));
        records();
    }
    read_image(memory, 0x40);
    assert_non_null(
        strstr(messages, "the rings are not in the image: the ELF file places them at 0x20000040"));
}

/* Read the usual memory with each bit of a layout flipped in turn. */
static void change_each_bit(uint32_t *words, size_t n)
{
    struct spoor_elf *usual = elf;

    usual_memory();
    for (size_t i = 0; i < 32 * n; i++) {
        words[i / 32] ^= UINT32_C(1) << i % 32;
        elf = open_program(&usual_program);
        read_image(memory, sizeof memory);
        spoor_elf_close(elf);
        words[i / 32] ^= UINT32_C(1) << i % 32;
    }
    elf = usual;
}

static void invalid_layouts_do_no_harm(void **state)
{
    (void)state;
    change_each_bit((uint32_t *)&layout, sizeof layout / 4);
    change_each_bit((uint32_t *)&threads, sizeof threads / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_records_are_read),
        cmocka_unit_test(the_filter_is_read),
        cmocka_unit_test(records_dropped_at_the_end_are_reported),
        cmocka_unit_test(a_count_of_cleared_records_must_agree),
        cmocka_unit_test(losses_need_not_be_counted_by_id),
        cmocka_unit_test(a_ring_may_have_its_memory_elsewhere),
        cmocka_unit_test(torn_subbufs_are_reported_and_skipped),
        cmocka_unit_test(a_dump_of_another_build_is_rejected),
        cmocka_unit_test(thread_names_may_be_in_ram_or_rom),
        cmocka_unit_test(a_torn_list_of_threads_is_reported),
        cmocka_unit_test(without_a_layout_threads_have_no_names),
        cmocka_unit_test(random_words_do_no_harm),
        cmocka_unit_test(a_truncated_dump_is_rejected),
        cmocka_unit_test(invalid_layouts_do_no_harm),
    };

    return cmocka_run_group_tests(tests, memory_set_up, memory_tear_down);
}
