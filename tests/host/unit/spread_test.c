/* SPDX-License-Identifier: BSD-2-Clause */
/* Spread arrays with elements from several translation units, functions and inline functions. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "spread_test.h"

ARRAY_SPREAD_DEF(struct wide, wides);
ARRAY_SPREAD_DEF_TERMINATED(const char *, words, NULL);
ARRAY_SPREAD_DEF_RW(int, cells);
ARRAY_SPREAD_DEF(int, nobody_adds);

ARRAY_SPREAD_ADD(wides, {.id = 1});
ARRAY_SPREAD_ADD(words, "file scope");

static int *in_function(void)
{
    ARRAY_SPREAD_ADD(words, "function");
    ARRAY_SPREAD_ADD_RW_NAMED(cells, cell, 10);
    return &cell;
}

static unsigned count_of(unsigned id)
{
    unsigned n = 0;

    array_spread_foreach_ptr (w, wides) {
        n += w->id == id;
    }
    return n;
}

static void the_array_has_the_elements_of_all_units_once(void **state)
{
    (void)state;
    assert_int_equal(ARRAY_SPREAD_SIZE(wides), 3);
    assert_int_equal(count_of(1), 1);
    assert_int_equal(count_of(2), 1);
    assert_int_equal(count_of(3), 1);
}

static void functions_and_inline_functions_add_too(void **state)
{
    (void)state;
    assert_int_equal(*in_function(), 10);
    spread_inline();
    spread_other();
    /* file scope, function, and the inline function once in each of the two translation units */
    assert_int_equal(ARRAY_SPREAD_SIZE(words), 4);
    assert_int_equal(ARRAY_SPREAD_SIZE(cells), 1);
    assert_ptr_equal(&cells[0], in_function());
}

static void a_terminator_ends_the_array_and_is_not_counted(void **state)
{
    const char *word;
    unsigned n = 0;

    (void)state;
    assert_null(words[ARRAY_SPREAD_SIZE(words)]);
    array_spread_foreach (word, words) {
        assert_non_null(word);
        n++;
    }
    assert_int_equal(n, ARRAY_SPREAD_SIZE(words));
}

static void an_array_without_elements_is_empty(void **state)
{
    (void)state;
    assert_int_equal(ARRAY_SPREAD_SIZE(nobody_adds), 0);
    array_spread_foreach_ptr (p, nobody_adds) {
        fail_msg("an element: %d", *p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_array_has_the_elements_of_all_units_once),
        cmocka_unit_test(functions_and_inline_functions_add_too),
        cmocka_unit_test(a_terminator_ends_the_array_and_is_not_counted),
        cmocka_unit_test(an_array_without_elements_is_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
