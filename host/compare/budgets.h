/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file of budgets, a line each:
 *
 *     limit  block.filter_block max 700us     its longest may not be above; also avg, total, count
 *     limit  bytes.text total 64k
 *     allow  block.demo_* 2%                  its average may grow by so much
 *     accept block.filter_block a new tap     this once; the reason is printed. An unused one is an error
 *
 * # begins a comment. Names may have a * at their end.
 */
#ifndef COMPARE_BUDGETS_H
#define COMPARE_BUDGETS_H

#include <compare/baseline.h>

enum budget_kind { BUDGET_LIMIT, BUDGET_ALLOW, BUDGET_ACCEPT };

struct budget {
    enum budget_kind kind;
    char name[128];
    enum { BUDGET_AVG, BUDGET_MAX, BUDGET_TOTAL, BUDGET_COUNT } value;
    double limit; /**< ns, bytes, a count, or per cent */
    char reason[160];
    unsigned line;
    bool used;
};

#define BUDGETS_MAX 256

struct budgets {
    struct budget budget[BUDGETS_MAX];
    unsigned count;
};

/** Read a file. @param wrong  of an error: a message @return false after an error */
bool budgets_load(struct budgets *b, const char *path, const char **wrong);

/** @return the next budget of a kind for a metric after `after`, or the first when that is NULL; or NULL */
struct budget *budgets_find(struct budgets *b, enum budget_kind kind, const char *name,
                            const struct budget *after);

#endif
