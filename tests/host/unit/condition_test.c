/* SPDX-License-Identifier: BSD-2-Clause */
/* The parser of conditions: valid and invalid texts, error messages, random input. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/trigger.h>

static void assert_accepted(const char *text, enum trace_quantity quantity, enum trace_comparison comparison,
                            uint64_t threshold)
{
    struct trace_condition c;
    const char *complaint = "none";

    assert_int_equal(trace_condition_parse(text, &c, &complaint), 0);
    assert_null(complaint);
    assert_int_equal(c.quantity, quantity);
    assert_int_equal(c.comparison, comparison);
    assert_true(c.threshold == threshold);
}

static void assert_rejected(const char *text, const char *begin)
{
    struct trace_condition c;
    const char *complaint = NULL;

    assert_int_equal(trace_condition_parse(text, &c, &complaint), -EINVAL);
    assert_non_null(complaint);
    assert_memory_equal(complaint, begin, strlen(begin));
}

static void every_quantity_comparison_and_unit_is_read(void **state)
{
    (void)state;
    assert_accepted("count>=1000", TRACE_QUANTITY_COUNT, TRACE_AT_LEAST, 1000);
    assert_accepted("last>50us", TRACE_QUANTITY_LAST, TRACE_ABOVE, 50000);
    assert_accepted("net<3ms", TRACE_QUANTITY_NET, TRACE_BELOW, 3000000);
    assert_accepted("min<=7ns", TRACE_QUANTITY_MIN, TRACE_AT_MOST, 7);
    assert_accepted("max==2s", TRACE_QUANTITY_MAX, TRACE_EQUAL, 2000000000);
    assert_accepted("avg=1us", TRACE_QUANTITY_AVG, TRACE_EQUAL, 1000);
}

static void blanks_and_fractions_are_read(void **state)
{
    (void)state;
    assert_accepted("  max  >  50  us  ", TRACE_QUANTITY_MAX, TRACE_ABOVE, 50000);
    assert_accepted("\tavg <=\t1.5 ms", TRACE_QUANTITY_AVG, TRACE_AT_MOST, 1500000);
    assert_accepted("max>0.000000001s", TRACE_QUANTITY_MAX, TRACE_ABOVE, 1);
    assert_accepted("max>0.100us", TRACE_QUANTITY_MAX, TRACE_ABOVE, 100);
    assert_accepted("max>1.0000000000000000000000ns", TRACE_QUANTITY_MAX, TRACE_ABOVE, 1);
    assert_accepted("count >= 5 ", TRACE_QUANTITY_COUNT, TRACE_AT_LEAST, 5);
}

static void numbers_are_accepted_up_to_the_limits(void **state)
{
    (void)state;
    assert_accepted("count>4294967295", TRACE_QUANTITY_COUNT, TRACE_ABOVE, UINT32_MAX);
    assert_accepted("max>4294967295s", TRACE_QUANTITY_MAX, TRACE_ABOVE, UINT32_MAX * UINT64_C(1000000000));
    assert_accepted("max>4294967295.999999999s", TRACE_QUANTITY_MAX, TRACE_ABOVE,
                    UINT32_MAX * UINT64_C(1000000000) + 999999999);
    assert_accepted("count>00000000000000000000000000001", TRACE_QUANTITY_COUNT, TRACE_ABOVE, 1);
    assert_rejected("count>4294967296", "compares with a number of at most");
    assert_rejected("count>18446744073709551617", "compares with a number of at most");
    assert_rejected("max>99999999999999999999999999ns", "compares with a number of at most");
}

static void each_error_has_its_message(void **state)
{
    (void)state;
    assert_rejected("", "begins with count, last");
    assert_rejected("total>5us", "begins with count, last");
    assert_rejected("Max>5us", "begins with count, last");
    assert_rejected("max", "compares by");
    assert_rejected("max 5us", "compares by");
    assert_rejected("counter>5", "compares by");
    assert_rejected("max>", "compares with a number");
    assert_rejected("max>us", "compares with a number");
    assert_rejected("max>-5us", "compares with a number");
    assert_rejected("max=>5us", "compares with a number");
    assert_rejected("max>5.us", "compares with a number");
    assert_rejected("max>.5us", "compares with a number");
    assert_rejected("max>1.5ns", "compares with a number");
    assert_rejected("max>0.0000000001s", "compares with a number");
    assert_rejected("max>5", "compares a time");
    assert_rejected("max>5m", "compares a time");
    assert_rejected("max>5 us or so", "compares a time");
    assert_rejected("count>5us", "compares count");
    assert_rejected("count>5.0", "compares count");
    assert_rejected("count>5 6", "compares count");
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Random bytes, and random sequences of tokens. Each text is on the heap, so that the sanitizer detects
 * overruns. */
static void random_texts_do_no_harm(void **state)
{
    static const char *const pieces[] = {
        "count", "max", "min", "avg", "net", "last", ">", ">=", "<", "==", " ",          "\t",
        "0",     "5",   "99",  ".",   "us",  "ms",   "s", "n",  "-", "+",  "4294967295", "e9"};
    uint32_t seed = 1;

    (void)state;
    for (int i = 0; i < 200000; i++) {
        char built[128] = "";
        struct trace_condition c;
        const char *complaint = "unset";
        unsigned n = next_random(&seed) % 8;

        for (unsigned k = 0; k < n; k++) {
            if (i % 3 == 0) {
                char one[2] = {(char)(next_random(&seed) % 255 + 1), '\0'};

                strcat(built, one);
            } else {
                strcat(built, pieces[next_random(&seed) % (sizeof(pieces) / sizeof(pieces[0]))]);
            }
        }
        char *text = strdup(built);
        int result = trace_condition_parse(text, &c, &complaint);

        free(text);
        assert_true(result == 0 ? complaint == NULL : result == -EINVAL && strlen(complaint) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quantity_comparison_and_unit_is_read),
        cmocka_unit_test(blanks_and_fractions_are_read),
        cmocka_unit_test(numbers_are_accepted_up_to_the_limits),
        cmocka_unit_test(each_error_has_its_message),
        cmocka_unit_test(random_texts_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
