/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Damaged debug information: lookups end, in a time and memory limited by its size. Intact debug information
 * of real compilers is compared by debug.check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/debug.h>

#define MOST (4 << 20)

enum {
    UNIT = 1,
    FUNCTION,
    NAMED,
    OUTER,
    INLINED,
    LISTED,
    DECLARED,
    STRUCTURE,
    MEMBER,
    OLD_MEMBER,
    NAMELESS,
    NAMELESS_MEMBER,
    WIDE
}; /* codes of abbreviations */

static struct part {
    uint8_t bytes[MOST];
    size_t used;
} parts[DEBUG_SECTIONS];

static struct part *const info = &parts[DEBUG_INFO];
static struct part *const lines = &parts[DEBUG_LINE];

static void put(struct part *p, uint64_t value, unsigned bytes)
{
    assert_true(p->used + bytes <= MOST);
    for (unsigned n = 0; n < bytes; n++) {
        p->bytes[p->used++] = (uint8_t)(value >> 8 * n);
    }
}

static void put_text(struct part *p, const char *text)
{
    for (size_t n = 0; n <= strlen(text); n++) {
        put(p, (uint8_t)text[n], 1);
    }
}

static void put_uleb(struct part *p, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        put(p, (value & 0x7f) | 0x80, 1);
    }
    put(p, value, 1);
}

/* Set the length of a unit or a line table that begins at `at`. */
static void end_at(struct part *p, size_t at)
{
    size_t length = p->used - at - 4;

    for (unsigned n = 0; n < 4; n++) {
        p->bytes[at + n] = (uint8_t)(length >> 8 * n);
    }
}

/* Begin an abbreviation. The attributes follow, each with its form. */
static void abbreviation(unsigned code, unsigned tag, bool has_children, const uint16_t *attributes, size_t n)
{
    struct part *p = &parts[DEBUG_ABBREV];

    put_uleb(p, code);
    put_uleb(p, tag);
    put(p, has_children, 1);
    for (size_t i = 0; i < n; i++) {
        put_uleb(p, attributes[i]);
    }
}

#define ABBREVIATION(code, tag, has_children, ...)                                                           \
    do {                                                                                                     \
        static const uint16_t attributes[] = {__VA_ARGS__};                                                  \
                                                                                                             \
        abbreviation(code, tag, has_children, attributes, sizeof attributes / sizeof attributes[0]);         \
    } while (0)

#define WIDTH 100000 /* attributes without bytes of the entries WIDE */

static void abbreviations(void)
{
    ABBREVIATION(UNIT, DW_TAG_compile_unit, true, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
                 DW_AT_stmt_list, DW_FORM_data4, 0, 0);
    ABBREVIATION(FUNCTION, DW_TAG_subprogram, false, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
                 DW_AT_abstract_origin, DW_FORM_ref4, 0, 0);
    ABBREVIATION(NAMED, DW_TAG_subprogram, false, DW_AT_name, DW_FORM_string, 0, 0);
    ABBREVIATION(OUTER, DW_TAG_subprogram, true, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0,
                 0);
    ABBREVIATION(INLINED, DW_TAG_inlined_subroutine, true, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
                 DW_FORM_data4, DW_AT_abstract_origin, DW_FORM_ref4, 0, 0);
    ABBREVIATION(LISTED, DW_TAG_subprogram, false, DW_AT_ranges, DW_FORM_sec_offset, 0, 0);
    ABBREVIATION(DECLARED, DW_TAG_structure_type, false, DW_AT_name, DW_FORM_string, 0, 0);
    ABBREVIATION(STRUCTURE, DW_TAG_structure_type, true, DW_AT_name, DW_FORM_string, DW_AT_byte_size,
                 DW_FORM_data1, 0, 0);
    ABBREVIATION(MEMBER, DW_TAG_member, false, DW_AT_name, DW_FORM_string, DW_AT_data_member_location,
                 DW_FORM_data1, 0, 0);
    ABBREVIATION(OLD_MEMBER, DW_TAG_member, false, DW_AT_name, DW_FORM_string, DW_AT_data_member_location,
                 DW_FORM_block1, 0, 0);
    ABBREVIATION(NAMELESS, DW_TAG_structure_type, true, DW_AT_byte_size, DW_FORM_data1, 0, 0);
    ABBREVIATION(NAMELESS_MEMBER, DW_TAG_member, false, DW_AT_data_member_location, DW_FORM_data1, 0, 0);
    abbreviation(WIDE, DW_TAG_subprogram, false, NULL, 0);
    for (unsigned n = 0; n < WIDTH; n++) {
        put(&parts[DEBUG_ABBREV], DW_AT_location | DW_FORM_flag_present << 8, 2);
    }
    put(&parts[DEBUG_ABBREV], 0, 3);
}

static struct debug *debug;

/* Begin a program with one unit of version 4, with code from 0x1000 to 0x2000. */
static void begin(void)
{
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        parts[n].used = 0;
    }
    abbreviations();
    put(info, 0, 4);
    put(info, 4, 2);
    put(info, 0, 4);
    put(info, 4, 1);
    put_uleb(info, UNIT);
    put(info, 0x1000, 4);
    put(info, 0x1000, 4);
    put(info, 0, 4);
}

static void end(void)
{
    struct debug_bytes sections[DEBUG_SECTIONS];

    end_at(info, 0);
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        sections[n] = (struct debug_bytes){parts[n].bytes, parts[n].used};
    }
    debug = debug_open(sections, false);
    assert_non_null(debug);
}

static void code_of(unsigned kind)
{
    put_uleb(info, kind);
    put(info, 0x1000, 4);
    put(info, 0x100, 4);
}

static void names_are_found_through_references(void **state)
{
    struct spoor_source s;

    (void)state;
    begin();
    uint32_t named = (uint32_t)info->used;

    put_uleb(info, NAMED);
    put_text(info, "here");
    uint32_t second = (uint32_t)info->used;

    put_uleb(info, FUNCTION);
    put(info, 0x1800, 4);
    put(info, 4, 4);
    put(info, named, 4);
    code_of(FUNCTION);
    put(info, second, 4);
    put(info, 0, 1);
    end();
    assert_int_equal(debug_source(debug, 0x1010, &s, 1), 1);
    assert_string_equal(s.function, "here");
    assert_null(s.file);
    assert_int_equal(debug_source(debug, 0x1100, &s, 1), 0); /* in no function, and without lines */
    assert_int_equal(debug_source(debug, 0x2000, &s, 1), 0);
    debug_close(debug);
}

static void a_cycle_of_references_has_no_name(void **state)
{
    struct spoor_source s;

    (void)state;
    begin();
    uint32_t self = (uint32_t)info->used;

    code_of(FUNCTION);
    put(info, self, 4);
    put(info, 0, 1);
    end();
    assert_int_equal(debug_source(debug, 0x1010, &s, 1), 1);
    assert_null(s.function);
    debug_close(debug);
}

#define DEPTH 200000

static void functions_may_be_nested_to_any_depth(void **state)
{
    struct spoor_source list[16];

    (void)state;
    begin();
    code_of(OUTER);
    for (unsigned n = 0; n < DEPTH; n++) {
        code_of(INLINED);
        put(info, 0, 4);
    }
    end();
    assert_int_equal(debug_source(debug, 0x1010, list, 16), 16);
    assert_null(list[15].function);
    assert_null(debug_function_of(debug, 0x1010));
    debug_close(debug);
}

static void attributes_without_bytes_take_no_time(void **state)
{
    struct spoor_source s;

    (void)state;
    begin();
    for (unsigned n = 0; n < 1000000; n++) { /* a step for each attribute would take minutes */
        put(info, WIDE, 1);
    }
    end();
    assert_int_equal(debug_source(debug, 0x1010, &s, 1), 0);
    debug_close(debug);
}

static void a_list_that_many_functions_share_is_limited(void **state)
{
    struct spoor_source s;

    (void)state;
    begin();
    for (unsigned n = 0; n < 100000; n++) {
        put(info, LISTED, 1);
        put(info, 0, 4);
    }
    for (unsigned n = 0; n < 100000; n++) {
        put(&parts[DEBUG_RANGES], 0, 4); /* from the unit's address */
        put(&parts[DEBUG_RANGES], 4, 4);
    }
    put(&parts[DEBUG_RANGES], 0, 8);
    end();
    assert_int_equal(debug_source(debug, 0x1000, &s, 1), 1);
    debug_close(debug);
}

/* Put the header of a line table of version 5 up to the formats of directories. */
static void structure(const char *name, unsigned size)
{
    put_uleb(info, STRUCTURE);
    put_text(info, name);
    put(info, size, 1);
}

static void member(const char *name, unsigned offset)
{
    put_uleb(info, MEMBER);
    put_text(info, name);
    put(info, offset, 1);
}

static void members_are_found_in_their_structure(void **state)
{
    uint64_t offset, size;

    (void)state;
    begin();
    put_uleb(info, DECLARED);
    put_text(info, "task");
    structure("other", 8);
    member("name", 4);
    put_uleb(info, 0);
    structure("task", 40);
    member("first", 0);
    structure("task", 8); /* declared inside: its members aren't those of the outer one */
    member("inside", 4);
    put_uleb(info, 0);
    put_uleb(info, OLD_MEMBER);
    put_text(info, "name");
    put(info, 2, 1);
    put(info, DW_OP_plus_uconst, 1);
    put_uleb(info, 24);
    put_uleb(info, 0);
    put(info, 0, 1);
    end();
    assert_true(debug_member(debug, "task", "name", &offset, &size));
    assert_int_equal(offset, 24);
    assert_int_equal(size, 40);
    assert_true(debug_member(debug, "task", "inside", &offset, &size));
    assert_int_equal(offset, 4);
    assert_int_equal(size, 8);
    assert_false(debug_member(debug, "task", "missing", &offset, &size));
    assert_false(debug_member(debug, "name", "name", &offset, &size));
    debug_close(debug);
}

static void members_without_names_are_found(void **state)
{
    uint64_t offset, size;

    (void)state;
    begin();
    structure("task", 40);
    member("low", 0);
    put_uleb(info, NAMELESS_MEMBER);
    put(info, 12, 1);
    put_uleb(info, NAMELESS_MEMBER);
    put(info, 20, 1);
    put_uleb(info, 0);
    structure("other", 8);
    member("low", 0);
    put_uleb(info, 0);
    put_uleb(info, NAMELESS);
    put(info, 4, 1);
    member("low", 2);
    put_uleb(info, 0);
    put(info, 0, 1);
    end();
    assert_true(debug_member(debug, "task", NULL, &offset, &size));
    assert_int_equal(offset, 12);
    assert_int_equal(size, 40);
    assert_true(debug_member(debug, NULL, "low", &offset, &size));
    assert_int_equal(offset, 2);
    assert_int_equal(size, 4);
    assert_false(debug_member(debug, "other", NULL, &offset, &size));
    assert_false(debug_member(debug, NULL, NULL, &offset, &size));
    debug_close(debug);
}

static void begin_lines(void)
{
    put(lines, 0, 4);
    put(lines, 5, 2);
    put(lines, 4, 1);
    put(lines, 0, 1);
    put(lines, 0, 4); /* length of the rest of the header; set by end_lines() */
    put(lines, 1, 1);
    put(lines, 1, 1);
    put(lines, 1, 1);
    put(lines, 0xfd, 1); /* line base */
    put(lines, 14, 1);
    put(lines, 1, 1); /* no standard opcodes */
}

static void end_lines(void)
{
    static const uint8_t program[] = {0, 5, DW_LNE_set_address, 0, 0x10, 0, 0, 5, 215,
                                      0, 1, DW_LNE_end_sequence};
    size_t header = lines->used - 12;

    for (unsigned n = 0; n < 4; n++) {
        lines->bytes[8 + n] = (uint8_t)(header >> 8 * n);
    }
    for (size_t n = 0; n < sizeof program; n++) {
        put(lines, program[n], 1);
    }
    end_at(lines, 0);
}

static void counts_of_files_are_limited_by_the_bytes(void **state)
{
    static const uint8_t forms[] = {DW_FORM_flag_present, DW_FORM_string, DW_FORM_indirect, DW_FORM_block1};

    (void)state;
    for (unsigned n = 0; n < sizeof forms; n++) {
        struct spoor_source s;

        begin();
        put(info, 0, 1);
        begin_lines();
        put(lines, 1, 1);
        put_uleb(lines, DW_LNCT_path);
        put_uleb(lines, forms[n]);
        put_uleb(lines, UINT64_MAX);
        put(lines, UINT64_MAX, 8); /* a text without an end */
        end_lines();
        end();
        assert_int_equal(debug_source(debug, 0x1001, &s, 1), 1);
        assert_int_equal(s.line, 2);
        assert_null(s.file);
        debug_close(debug);
    }
}

static void numbers_of_any_length_are_read(void **state)
{
    struct spoor_source s;

    (void)state;
    begin();
    put(info, 0, 1);
    begin_lines();
    put(lines, 1, 1);
    for (unsigned n = 0; n < 100000; n++) {
        put(lines, 0xff, 1);
    }
    end_lines();
    end();
    assert_int_equal(debug_source(debug, 0x1001, &s, 1), 1);
    debug_close(debug);
}

static void cut_off_sections_are_read_up_to_the_end(void **state)
{
    (void)state;
    begin();
    code_of(OUTER);
    code_of(INLINED);
    put(info, 0, 4);
    put(info, 0, 3);
    begin_lines();
    put(lines, 0, 4);
    end_lines();
    end();
    debug_close(debug);
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        for (size_t size = 0; size < parts[n].used && size < 200; size++) {
            struct debug_bytes sections[DEBUG_SECTIONS];
            struct spoor_source list[4];

            for (unsigned i = 0; i < DEBUG_SECTIONS; i++) {
                sections[i] = (struct debug_bytes){parts[i].bytes, i == n ? size : parts[i].used};
            }
            debug = debug_open(sections, true);
            assert_non_null(debug);
            assert_true(debug_source(debug, 0x1010, list, 4) <= 4);
            debug_close(debug);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_through_references),
        cmocka_unit_test(a_cycle_of_references_has_no_name),
        cmocka_unit_test(functions_may_be_nested_to_any_depth),
        cmocka_unit_test(attributes_without_bytes_take_no_time),
        cmocka_unit_test(a_list_that_many_functions_share_is_limited),
        cmocka_unit_test(members_are_found_in_their_structure),
        cmocka_unit_test(members_without_names_are_found),
        cmocka_unit_test(counts_of_files_are_limited_by_the_bytes),
        cmocka_unit_test(numbers_of_any_length_are_read),
        cmocka_unit_test(cut_off_sections_are_read_up_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
