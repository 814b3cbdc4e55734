/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All ways to choose m of the n + m ranks are equally probable. ways[k][s] counts the choices of k ranks with
 * the sum s. Ranks are doubled, because equal values share the average of their ranks.
 */
#include <stdlib.h>
#include <base/sort.h>
#include <compare/rank.h>

#define ALL     (2 * RANK_MAX)
#define SUM_MAX (ALL * (ALL + 1))

struct value {
    double value;
    unsigned from_b, rank;
};

static int by_value(const void *a, const void *b)
{
    const struct value *x = a, *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

double rank_least(unsigned n, unsigned m)
{
    double ways = 1;

    for (unsigned i = 1; i <= m; i++) {
        ways = ways * (n + i) / i;
    }
    return 1 / ways;
}

/* Set doubled ranks. @return the sum of the ranks of `b` */
static unsigned set_ranks(struct value *all, unsigned count)
{
    unsigned sum = 0;

    sort_stable(all, count, sizeof *all, by_value);
    for (unsigned i = 0; i < count;) {
        unsigned end = i;

        while (end < count && all[end].value <= all[i].value) {
            end++;
        }
        for (unsigned k = i; k < end; k++) {
            all[k].rank = i + 1 + end; /* twice the average of i + 1 … end */
        }
        i = end;
    }
    for (unsigned i = 0; i < count; i++) {
        sum += all[i].from_b * all[i].rank;
    }
    return sum;
}

double rank_test(const double *a, unsigned n, const double *b, unsigned m)
{
    double(*ways)[SUM_MAX + 1] = calloc(m + 1, sizeof *ways);
    struct value all[ALL];
    double total = 0, above = 0;

    for (unsigned i = 0; i < n; i++) {
        all[i] = (struct value){.value = a[i]};
    }
    for (unsigned i = 0; i < m; i++) {
        all[n + i] = (struct value){.value = b[i], .from_b = 1};
    }
    unsigned sum = set_ranks(all, n + m);

    if (ways == NULL) {
        return 1;
    }
    ways[0][0] = 1;
    for (unsigned i = 0; i < n + m; i++) {
        for (unsigned k = m; k > 0; k--) {
            for (unsigned s = SUM_MAX; s >= all[i].rank; s--) {
                ways[k][s] += ways[k - 1][s - all[i].rank];
            }
        }
    }
    for (unsigned s = 0; s <= SUM_MAX; s++) {
        total += ways[m][s];
        above += s >= sum ? ways[m][s] : 0;
    }
    free(ways);
    return total > 0 ? above / total : 1;
}
