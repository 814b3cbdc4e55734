/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file of budgets has one per line:
 *
 *   limit  block.filter_block max 700us     limit for the longest visit; also avg, total, count
 *   limit  bytes.text total 64k
 *   allow  block.demo_* 2%                  the average may grow by this much
 *   accept block.filter_block a new tap     it may grow this time; the reason is printed
 *
 * An accept line that isn't needed is an error. # begins a comment. Names may end with *.
 */
#ifndef COMPARE_BUDGETS_H
#define COMPARE_BUDGETS_H

#include <compare/baseline.h>

enum budget_kind { BUDGET_LIMIT, BUDGET_ALLOW, BUDGET_ACCEPT };

struct budget {
    enum budget_kind kind;
    char name[128];
    enum { BUDGET_AVG, BUDGET_MAX, BUDGET_TOTAL, BUDGET_COUNT } value;
    double limit; /**< ns, bytes, a count, or percent */
    char reason[160];
    unsigned line;
    bool used;
};

#define BUDGETS_MAX 256

struct budgets {
    struct budget budget[BUDGETS_MAX];
    unsigned count;
};

/** Read a file. @param wrong receives a message on error. @return false on error */
bool budgets_load(struct budgets *b, const char *path, const char **wrong);

/** @return the next budget of a kind for a metric, after `after` or from the first if that is NULL; or
 * NULL */
struct budget *budgets_find(struct budgets *b, enum budget_kind kind, const char *name,
                            const struct budget *after);

#endif
