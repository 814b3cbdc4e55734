/* SPDX-License-Identifier: BSD-2-Clause */
/* Temporary files in memory. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <base/spill.h>

#define PIECES 3000
#define PIECE  1000

static void fill(uint32_t *piece, uint32_t seed)
{
    for (uint32_t n = 0; n < PIECE; n++) {
        piece[n] = seed * 7919 + n;
    }
}

static void pieces_are_read_in_any_order(void **state)
{
    static uint32_t piece[PIECE], wanted[PIECE];
    FILE *f = spill_open();

    (void)state;
    assert_non_null(f);
    for (uint32_t n = 0; n < PIECES; n++) {
        fill(piece, n);
        assert_int_equal(fwrite(piece, 4, PIECE, f), PIECE);
    }
    for (uint32_t n = 0; n < PIECES; n++) {
        uint32_t place = n * 1361 % PIECES;

        assert_int_equal(fseeko(f, (off_t)place * PIECE * 4, SEEK_SET), 0);
        assert_int_equal(fread(piece, 4, PIECE, f), PIECE);
        fill(wanted, place);
        assert_memory_equal(piece, wanted, sizeof piece);
    }
    assert_int_equal(fseeko(f, 0, SEEK_END), 0);
    assert_int_equal(ftello(f), PIECES * PIECE * 4);
    assert_int_equal(fread(piece, 1, 1, f), 0);
    assert_false(ferror(f));
    assert_int_equal(fclose(f), 0);
}

static void bytes_are_replaced_and_gaps_are_zero(void **state)
{
    char text[8];
    FILE *f = spill_open();

    (void)state;
    assert_non_null(f);
    assert_true(fputs("abc", f) >= 0);
    assert_int_equal(fseeko(f, 1, SEEK_SET), 0);
    assert_true(fputs("X", f) >= 0);
    assert_int_equal(fseeko(f, 6, SEEK_SET), 0);
    assert_true(fputs("z", f) >= 0);
    rewind(f);
    assert_int_equal(fread(text, 1, sizeof text, f), 7);
    assert_memory_equal(text, "aXc\0\0\0z", 7);
    assert_int_equal(fseeko(f, -1, SEEK_SET), -1);
    assert_int_equal(fclose(f), 0);
}

static void a_file_in_memory_has_no_descriptor(void **state)
{
    FILE *f = spill_open();

    (void)state;
    assert_non_null(f);
    assert_int_equal(spill_descriptor(f), -1);
    assert_int_equal(errno, ENOTSUP);
    assert_int_equal(fclose(f), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_read_in_any_order),
        cmocka_unit_test(bytes_are_replaced_and_gaps_are_zero),
        cmocka_unit_test(a_file_in_memory_has_no_descriptor),
    };

    return cmocka_run_group_tests_name("base/spill", tests, NULL, NULL);
}
