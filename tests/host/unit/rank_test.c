/* SPDX-License-Identifier: BSD-2-Clause */
/* The rank test, compared with a count of all permutations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <compare/rank.h>

/* Twice the rank of the i-th value: twice the number of smaller values, plus the number of equal values,
 * plus 1. */
static unsigned rank_of(const double *all, unsigned count, unsigned i)
{
    unsigned rank = 1;

    for (unsigned k = 0; k < count; k++) {
        rank += all[k] < all[i] ? 2 : all[k] > all[i] ? 0 : 1;
    }
    return rank;
}

/* The share of all choices of m values whose sum of ranks is at least that of the last m values. */
static double counted_share(const double *all, unsigned n, unsigned m)
{
    unsigned count = n + m, ways = 0, above = 0, wanted = 0;

    for (unsigned i = n; i < count; i++) {
        wanted += rank_of(all, count, i);
    }
    for (uint32_t chosen = 0; chosen < UINT32_C(1) << count; chosen++) {
        unsigned sum = 0;

        if ((unsigned)__builtin_popcount(chosen) != m) {
            continue;
        }
        for (unsigned i = 0; i < count; i++) {
            sum += (chosen >> i & 1) != 0 ? rank_of(all, count, i) : 0;
        }
        ways++;
        above += sum >= wanted;
    }
    return (double)above / ways;
}

static void the_extremes_have_known_probabilities(void **state)
{
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10}, same[] = {3, 3, 3, 3, 3};

    (void)state;
    assert_true(rank_test(low, 5, high, 5) * 252 > 0.999 && rank_test(low, 5, high, 5) * 252 < 1.001);
    assert_true(rank_test(high, 5, low, 5) > 0.999);
    assert_true(rank_test(same, 5, same, 5) > 0.999);
}

static void probabilities_match_a_count_of_permutations(void **state)
{
    uint32_t seed = 1;

    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        unsigned n = 2 + round % 6, m = 2 + round / 6 % 6;
        double all[16];

        for (unsigned i = 0; i < n + m; i++) {
            seed = seed * 1664525 + 1013904223;
            all[i] = seed >> 24 & (round % 3 == 0 ? 3 : 255); /* every third round has many equal values */
        }
        double apart = rank_test(all, n, all + n, m) - counted_share(all, n, m);

        assert_true(apart < 1e-9 && apart > -1e-9);
    }
}

static void large_samples_are_supported(void **state)
{
    double a[RANK_MAX], b[RANK_MAX];

    (void)state;
    for (unsigned i = 0; i < RANK_MAX; i++) {
        a[i] = i;
        b[i] = i + 0.5;
    }
    double p = rank_test(a, RANK_MAX, b, RANK_MAX);

    assert_true(p > 0.3 && p < 0.5);
    for (unsigned i = 0; i < RANK_MAX; i++) {
        b[i] += 100;
    }
    assert_true(rank_test(a, RANK_MAX, b, RANK_MAX) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_extremes_have_known_probabilities),
                                       cmocka_unit_test(probabilities_match_a_count_of_permutations),
                                       cmocka_unit_test(large_samples_are_supported)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
