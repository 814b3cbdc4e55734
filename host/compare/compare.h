/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two runs compared, metric by metric. Of exact runs a difference counts that is larger than the counter's
 * resolution, or runs that part, let it be by chance (compare/judge.h). Of others several runs of each are
 * needed: a change counts when a rank test gives it less than 1 % by chance; of one run each, only limits are
 * checked.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <compare/baseline.h>
#include <compare/budgets.h>
#include <compare/rank.h>

enum verdict {
    VERDICT_SAME,
    VERDICT_BETTER,
    VERDICT_ALLOWED,   /**< grew, within its allowance */
    VERDICT_ACCEPTED,  /**< grew, and a line of the budgets says why */
    VERDICT_UNCHECKED, /**< differs, but isn't a cost of code or the runs aren't exact */
    VERDICT_NEW,
    VERDICT_GONE,
    VERDICT_WORSE,
    VERDICT_OVER, /**< above a limit */
};

struct comparison {
    const char *name;
    const struct metric *before, *after; /**< either may be NULL */
    enum verdict verdict;
    bool undisturbed;    /**< the averages compared are those of undisturbed visits */
    double change_ns;    /**< of its average */
    double instructions; /**< … in instructions, of exact runs */
    double chance;       /**< of several runs: the probability of such a change by chance; otherwise -1 */
    char why[200];       /**< the limit, allowance or reason; or empty */
};

struct comparisons {
    struct comparison *list;
    size_t count;
    unsigned worse;       /**< WORSE and OVER */
    unsigned runs_needed; /**< of each, for so many metrics that aren't exact */
};

/** Several runs of each, whose sums are compared. */
struct compare_runs {
    const struct baseline *before, *after;
    unsigned befores, afters; /**< RANK_MAX at most */
};

/** @return why the two can't be compared, or NULL */
const char *compare_refusal(const struct baseline *before, const struct baseline *after);

/** Compare; the worst come first. @param runs  or NULL @return false without memory */
bool compare(struct comparisons *c, const struct baseline *before, const struct baseline *after,
             struct budgets *budgets, const struct compare_runs *runs);

/** @return the visits of a metric that were compared; NULL when it hasn't the metric */
const struct visits *compared_visits(const struct comparison *c, const struct metric *m);

/** @return their average in ns, or the bytes */
double compared_average(const struct comparison *c, const struct metric *m);

const char *verdict_name(enum verdict v);

void comparisons_free(struct comparisons *c);

#endif
