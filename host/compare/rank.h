/* SPDX-License-Identifier: BSD-2-Clause */
/* Mann and Whitney's test: whether the values of one sample are larger than those of another by more than
 * chance explains. */
#ifndef COMPARE_RANK_H
#define COMPARE_RANK_H

#define RANK_MAX 32 /**< maximum of values per sample */

/** @return the probability of the most extreme order of n and m values by chance: 1 in (n + m over m) */
double rank_least(unsigned n, unsigned m);

/**
 * Test whether the values of `b` are larger than those of `a`. The test is exact, also with equal values.
 *
 * @param n, m  at most RANK_MAX
 * @return the probability that `b` has such a high sum of ranks, or a higher one, if both come from one
 * distribution; 1 without memory
 */
double rank_test(const double *a, unsigned n, const double *b, unsigned m);

#endif
