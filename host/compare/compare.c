/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A duration is read from a counter of ticks, so each visit's is off by up to a tick either way, with the
 * standard deviation of a difference of two uniform errors: tick / sqrt(6). The average of n visits has that
 * / sqrt(n). A change counts from three of these on.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <compare/compare.h>

double metric_average(const struct metric *m)
{
    return m != NULL && m->count != 0 ? (double)m->total_ns / (double)m->count : 0;
}

const char *verdict_name(enum verdict v)
{
    static const char *const names[] = {"same", "better", "allowed", "accepted", "not checked",
                                        "new",  "gone",   "WORSE",   "OVER"};

    return names[v];
}

const char *compare_refusal(const struct baseline *before, const struct baseline *after)
{
    static char text[300];

    if (strcmp(before->board, after->board) != 0) {
        snprintf(text, sizeof text, "they are of different boards: %.60s and %.60s", before->board,
                 after->board);
    } else if (before->hz != after->hz) {
        snprintf(text, sizeof text, "their counters differ: %u Hz and %u Hz", before->hz, after->hz);
    } else if (before->exact != after->exact || before->shift != after->shift) {
        snprintf(text, sizeof text,
                 "they were recorded differently: one by --exact and the other not, or with another --shift");
    } else if (before->lost != 0 || after->lost != 0) {
        snprintf(text, sizeof text, "records were lost: %llu in the one, %llu in the other",
                 (unsigned long long)before->lost, (unsigned long long)after->lost);
    } else {
        return NULL;
    }
    return text;
}

/* ------------------------------------------------------------------ one metric */

static double resolution(const struct baseline *b, const struct metric *m)
{
    double tick = b->hz != 0 ? 1e9 / b->hz : 0;

    return m->count != 0 ? tick / sqrt(6.0 * (double)m->count) : 0;
}

static enum verdict check_change(struct comparison *c, const struct baseline *before,
                                 const struct baseline *after, struct budgets *budgets)
{
    double a = resolution(before, c->before), b = resolution(after, c->after),
           noise = 3 * sqrt(a * a + b * b);
    struct budget *allowed = budgets_find(budgets, BUDGET_ALLOW, c->name, NULL);
    struct budget *accepted = budgets_find(budgets, BUDGET_ACCEPT, c->name, NULL);

    if (fabs(c->change_ns) <= noise) {
        return VERDICT_SAME;
    }
    if (!c->after->checked || !after->exact) {
        return VERDICT_UNCHECKED;
    }
    if (c->change_ns < 0) {
        return VERDICT_BETTER;
    }
    if (allowed != NULL && c->change_ns <= metric_average(c->before) * allowed->limit / 100) {
        allowed->used = true;
        snprintf(c->why, sizeof c->why, "up to %g %% are allowed", allowed->limit);
        return VERDICT_ALLOWED;
    }
    if (accepted != NULL) {
        accepted->used = true;
        snprintf(c->why, sizeof c->why, "%s", accepted->reason);
        return VERDICT_ACCEPTED;
    }
    return VERDICT_WORSE;
}

static bool is_over(struct comparison *c, struct budgets *budgets)
{
    static const char *const values[] = {"average", "longest", "total", "count"};
    struct budget *limit = NULL;

    while ((limit = budgets_find(budgets, BUDGET_LIMIT, c->name, limit)) != NULL) {
        double value = limit->value == BUDGET_AVG     ? metric_average(c->after)
                       : limit->value == BUDGET_MAX   ? (double)c->after->max_ns
                       : limit->value == BUDGET_TOTAL ? (double)c->after->total_ns
                                                      : (double)c->after->count;

        limit->used = true;
        if (value > limit->limit) {
            snprintf(c->why, sizeof c->why, "its %s is %.0f, its limit %.0f", values[limit->value], value,
                     limit->limit);
            return true;
        }
    }
    return false;
}

static void check_one(struct comparison *c, const struct baseline *before, const struct baseline *after,
                      struct budgets *budgets)
{
    if (c->after == NULL) {
        c->verdict = VERDICT_GONE;
        return;
    }
    if (c->before == NULL) {
        c->verdict = VERDICT_NEW;
    } else {
        c->change_ns = metric_average(c->after) - metric_average(c->before);
        c->instructions = after->exact ? c->change_ns / (double)(UINT64_C(1) << after->shift) : 0;
        c->verdict = check_change(c, before, after, budgets);
    }
    if (is_over(c, budgets)) {
        c->verdict = VERDICT_OVER;
    }
}

/* ------------------------------------------------------------------ all */

static int worst_first(const void *a, const void *b)
{
    const struct comparison *x = a, *y = b;

    if (x->verdict != y->verdict) {
        return x->verdict > y->verdict ? -1 : 1;
    }
    if (fabs(x->change_ns) != fabs(y->change_ns)) {
        return fabs(x->change_ns) > fabs(y->change_ns) ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

bool compare(struct comparisons *c, const struct baseline *before, const struct baseline *after,
             struct budgets *budgets)
{
    c->list = calloc(before->count + after->count + 1, sizeof *c->list);
    if (c->list == NULL) {
        return false;
    }
    for (size_t n = 0; n < after->count; n++) {
        c->list[c->count++] = (struct comparison){.name = after->metrics[n].name,
                                                  .before = baseline_find(before, after->metrics[n].name),
                                                  .after = &after->metrics[n]};
    }
    for (size_t n = 0; n < before->count; n++) {
        if (baseline_find(after, before->metrics[n].name) == NULL) {
            c->list[c->count++] =
                (struct comparison){.name = before->metrics[n].name, .before = &before->metrics[n]};
        }
    }
    for (size_t n = 0; n < c->count; n++) {
        check_one(&c->list[n], before, after, budgets);
        c->worse += c->list[n].verdict >= VERDICT_WORSE;
    }
    qsort(c->list, c->count, sizeof *c->list, worst_first);
    return true;
}

void comparisons_free(struct comparisons *c)
{
    free(c->list);
}
