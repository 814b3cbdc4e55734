/* SPDX-License-Identifier: BSD-2-Clause */
/* The host tool's growing arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <base/vector.h>

static void every_element_has_room_and_keeps_its_value(void **state)
{
    uint64_t *list = NULL;
    uint32_t count = 0;

    (void)state;
    for (; count < 5000; count++) {
        assert_true(VECTOR_GROW(list, count));
        list[count] = count;
    }
    while (count-- > 0) {
        assert_int_equal(list[count], count);
    }
    free(list);
}

static void removed_elements_can_be_added_again(void **state)
{
    uint8_t *list = NULL;
    size_t count = 0;

    (void)state;
    for (size_t left = 0; left < 130; left++) {
        while (count < 130) {
            assert_true(VECTOR_GROW(list, count));
            list[count] = (uint8_t)count;
            count++;
        }
        count = left;
    }
    for (size_t n = 0; n < count; n++) {
        assert_int_equal(list[n], n);
    }
    free(list);
}

static void a_size_overflow_is_rejected_and_keeps_the_array(void **state)
{
    uint32_t *list = NULL;
    volatile size_t count = SIZE_MAX / 4 + 1; /* volatile: the compiler would warn about a constant */

    (void)state;
    assert_true(VECTOR_GROW(list, 0));
    uint32_t *before = list;

    assert_false(VECTOR_GROW(list, count));
    assert_ptr_equal(list, before);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_has_room_and_keeps_its_value),
        cmocka_unit_test(removed_elements_can_be_added_again),
        cmocka_unit_test(a_size_overflow_is_rejected_and_keeps_the_array),
    };

    return cmocka_run_group_tests_name("base/vector", tests, NULL, NULL);
}
