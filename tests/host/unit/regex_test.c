/* SPDX-License-Identifier: BSD-2-Clause */
/* Regular expressions: the C library has the same verdicts on random ones. */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <base/regex.h>

static uint32_t seed = 1;

static unsigned below(unsigned n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % n;
}

/* Make a random expression that POSIX defines. */
static char *put(char *at, unsigned depth)
{
    static const char *const atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]", "[a-c]", "\\.", "_", "ab"};

    for (unsigned parts = 1 + below(3); parts > 0; parts--) {
        if (depth > 0 && below(3) == 0) {
            *at++ = '(';
            at = put(at, depth - 1);
            if (below(2) == 0) {
                *at++ = '|';
                at = put(at, depth - 1);
            }
            *at++ = ')';
        } else {
            const char *atom = atoms[below(10)];

            at = stpcpy(at, atom);
        }
        if (below(3) == 0) {
            *at++ = "*+?"[below(3)];
        }
    }
    *at = 0;
    return at;
}

static void verdicts_are_those_of_the_c_library(void **state)
{
    (void)state;
    unsigned matched = 0;

    for (unsigned n = 0; n < 20000; n++) {
        char pattern[512], *at = pattern, text[12];
        const char *wrong = NULL;
        regex_t wanted;

        if (below(4) == 0) {
            *at++ = '^';
        }
        at = put(at, 2);
        if (below(4) == 0) {
            strcpy(at, "$");
        }
        assert_int_equal(regcomp(&wanted, pattern, REG_EXTENDED | REG_NOSUB), 0);
        struct regex *r = regex_compile(pattern, &wrong);

        assert_non_null(r);
        for (unsigned texts = 0; texts < 5; texts++) {
            unsigned length = below(sizeof text);

            for (unsigned k = 0; k < length; k++) {
                text[k] = "abc._d"[below(6)];
            }
            text[length] = 0;
            bool matches = regexec(&wanted, text, 0, NULL, 0) == 0;

            matched += matches;
            if (regex_matches(r, text) != matches) {
                fail_msg("/%s/ on \"%s\": %d", pattern, text, matches);
            }
        }
        regfree(&wanted);
        regex_free(r);
    }
    assert_in_range(matched, 20000, 90000);
}

static void wrong_expressions_are_refused(void **state)
{
    (void)state;
    static const char *const wrong_ones[] = {
        "(a", "a)", "[a", "*a", "a|*", "a\\", "(((((((((((((((((((((((((((((((((a"};
    char longest[400];

    for (size_t n = 0; n < sizeof wrong_ones / sizeof *wrong_ones; n++) {
        const char *wrong = NULL;

        assert_null(regex_compile(wrong_ones[n], &wrong));
        assert_non_null(wrong);
    }
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = 0;
    const char *wrong = NULL;

    assert_null(regex_compile(longest, &wrong));
    assert_string_equal(wrong, "too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_the_c_library),
        cmocka_unit_test(wrong_expressions_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
