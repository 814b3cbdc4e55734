/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests that run on the target and report as KTAP (version 1).
 *
 *     TEST("a mutex is given to the waiter with the highest priority")
 *     {
 *         CHECK_EQ(order[0], 3);
 *     }
 *
 * Each test is an element of a spread array, so linking its file is enough. tests/lib/test.c defines the
 * image's main(). It runs the tests in link order and ends the run with the number of failures.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <util/array_spread.h>

SPOOR_EXTERN_C_BEGIN

struct test_case {
    const char *name;
    void (*run)(void);
};

ARRAY_SPREAD_DECLARE(struct test_case, test_cases);

#define TEST(sentence)     TEST_NAMED_(sentence, SPOOR_SPREAD_UNIQUE(test_case_))
#define TEST_NAMED_(s, fn) TEST_NAMED__(s, fn)
#define TEST_NAMED__(s, fn)                                                                                  \
    static void fn(void);                                                                                    \
    ARRAY_SPREAD_ADD(test_cases, {s, fn});                                                                   \
    static void fn(void)

/** Record a failure of the running test unless `cond`. The test continues. Context: thread or interrupt. */
#define CHECK(cond) test_check((cond), #cond, __FILE__, __LINE__)

/** Record a failure unless two integers are equal, and print both. */
#define CHECK_EQ(a, b) test_check_eq((int64_t)(a), (int64_t)(b), #a " == " #b, __FILE__, __LINE__)

/** Record a failure unless two strings are equal, and print both. */
#define CHECK_STR(a, b) test_check_str((a), (b), #a " == " #b, __FILE__, __LINE__)

/** End the running test as failed unless `cond`. Context: the test's own thread. */
#define REQUIRE(cond)                                                                                        \
    do {                                                                                                     \
        if (!test_check((cond), #cond, __FILE__, __LINE__)) {                                                \
            test_abort();                                                                                    \
        }                                                                                                    \
    } while (0)

bool test_check(bool ok, const char *what, const char *file, int line);
bool test_check_eq(int64_t a, int64_t b, const char *what, const char *file, int line);
bool test_check_str(const char *a, const char *b, const char *what, const char *file, int line);
SPOOR_NORETURN void test_abort(void);

/** Report the running test as skipped, with the reason. Context: the test's own thread. */
SPOOR_NORETURN void test_skip(const char *why);

/** Print a diagnostic line. Context: thread. */
void test_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

SPOOR_EXTERN_C_END

#endif
