/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares two runs, metric by metric. In exact runs a difference counts if it exceeds the counter's
 * resolution; if the runs diverge, it must also exceed what chance explains (compare/judge.h). Other runs
 * must be repeated: a change counts if a rank test finds it improbable enough for the number of metrics. With
 * one run each, only limits are checked.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <compare/baseline.h>
#include <compare/budgets.h>
#include <compare/judge.h>
#include <compare/rank.h>

enum verdict {
    VERDICT_SAME,
    VERDICT_BETTER,
    VERDICT_ALLOWED,   /**< grew within its allowance */
    VERDICT_ACCEPTED,  /**< grew, but a line in the budgets accepts it */
    VERDICT_UNCHECKED, /**< differs, but isn't a cost of code, or the runs aren't exact */
    VERDICT_NEW,
    VERDICT_GONE,
    VERDICT_WORSE,
    VERDICT_OVER, /**< exceeds a limit */
};

struct comparison {
    const char *name;
    const struct metric *before, *after; /**< one of them may be NULL */
    enum verdict verdict;
    bool undisturbed;    /**< the compared averages are those of undisturbed visits */
    double change_ns;    /**< change of the average */
    double instructions; /**< exact runs: the same change in instructions */
    double chance;       /**< several runs: probability of such a change by chance; -1: none */
    char why[200];       /**< limit, allowance or reason; or empty */
};

struct comparisons {
    struct comparison *list;
    size_t count;
    bool counted;         /**< the costs are numbers of instructions, 1 ns each */
    unsigned worse;       /**< number of WORSE and OVER */
    unsigned runs_needed; /**< runs of each kind needed for this number of metrics, if they aren't exact */
};

/** Several runs of each kind; their sums are compared. */
struct compare_runs {
    const struct baseline *before, *after;
    unsigned befores, afters; /**< at most RANK_MAX */
};

/** @return the reason why two runs can't be compared, or NULL */
const char *compare_refusal(const struct baseline *before, const struct baseline *after);

/** Compare two runs; the worst metrics are first. @param runs may be NULL. @return false if out of memory */
bool compare(struct comparisons *c, const struct baseline *before, const struct baseline *after,
             struct budgets *budgets, const struct compare_runs *runs);

/** @return how to judge the metrics of two runs */
struct judge compare_judge(const struct baseline *before, const struct baseline *after);

/**
 * Judge one metric of two exact runs, without budgets.
 *
 * @param c  its `name`, `before` and `after` are set; `change_ns` and `undisturbed` are set here
 * @return VERDICT_SAME, _BETTER, _WORSE or _UNCHECKED
 */
enum verdict compare_metric(struct comparison *c, const struct judge *j, const struct baseline *after);

/** @return whether a metric is a size of the program or of a stack, "bytes.NAME" */
bool compare_is_bytes(const char *name);

/** @return the visits of a metric that were compared; NULL if `m` is NULL */
const struct visits *compared_visits(const struct comparison *c, const struct metric *m);

/** @return the average of the compared visits in ns, or the bytes */
double compared_average(const struct comparison *c, const struct metric *m);

const char *verdict_name(enum verdict v);

void comparisons_free(struct comparisons *c);

#endif
