/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the values of one sample are larger than those of another by more than chance: Mann and Whitney's
 * test. */
#ifndef COMPARE_RANK_H
#define COMPARE_RANK_H

#define RANK_MAX 32 /**< values of a sample */

/** The probability of the most extreme order of n and m values by chance: 1 in (n + m over m). */
double rank_least(unsigned n, unsigned m);

/**
 * The probability that the values of `b` stand so high among all, or higher, when both samples come from one
 * distribution. Exact, with equal values too.
 *
 * @param n, m  at most RANK_MAX
 */
double rank_test(const double *a, unsigned n, const double *b, unsigned m);

#endif
