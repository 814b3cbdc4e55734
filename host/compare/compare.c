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

/* The averages of a metric, one a run. @return how many */
static unsigned averages(double *list, const struct baseline *runs, unsigned count, const char *name)
{
    unsigned n = 0;

    for (unsigned i = 0; i < count && n < RANK_MAX; i++) {
        const struct metric *m = baseline_find(&runs[i], name);

        if (m != NULL) {
            list[n++] = metric_average(m);
        }
    }
    return n;
}

/* Of all metrics together, one may seem to have changed by chance with this probability. */
#define CHANCE_MAX 0.05

/* @return the verdict of several runs before budgets: SAME, BETTER, WORSE, or UNCHECKED */
static enum verdict check_ranks(struct comparison *c, const struct compare_runs *runs, double chance_max)
{
    double a[RANK_MAX], b[RANK_MAX];
    unsigned n = averages(a, runs->before, runs->befores, c->name);
    unsigned m = averages(b, runs->after, runs->afters, c->name);

    if (n == 0 || m == 0 || rank_least(n, m) > chance_max) {
        return VERDICT_UNCHECKED;
    }
    c->chance = c->change_ns > 0 ? rank_test(a, n, b, m) : rank_test(b, m, a, n);
    return c->chance > chance_max ? VERDICT_SAME : c->change_ns > 0 ? VERDICT_WORSE : VERDICT_BETTER;
}

static enum verdict check_change(struct comparison *c, const struct baseline *before,
                                 const struct baseline *after, struct budgets *budgets,
                                 const struct compare_runs *runs, double chance_max)
{
    double a = resolution(before, c->before), b = resolution(after, c->after),
           noise = 3 * sqrt(a * a + b * b);
    struct budget *allowed = budgets_find(budgets, BUDGET_ALLOW, c->name, NULL);
    struct budget *accepted = budgets_find(budgets, BUDGET_ACCEPT, c->name, NULL);

    if (fabs(c->change_ns) <= noise) {
        return VERDICT_SAME;
    }
    enum verdict verdict = c->change_ns < 0 ? VERDICT_BETTER : VERDICT_WORSE;

    if (!after->exact) {
        verdict = runs != NULL && strncmp(c->name, "bytes.", 6) != 0 ? check_ranks(c, runs, chance_max)
                                                                     : VERDICT_UNCHECKED;
    } else if (!c->after->checked) {
        verdict = VERDICT_UNCHECKED;
    }
    if (verdict != VERDICT_WORSE) {
        return verdict;
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
                      struct budgets *budgets, const struct compare_runs *runs, double chance_max)
{
    c->chance = -1;
    if (c->after == NULL) {
        c->verdict = VERDICT_GONE;
        return;
    }
    if (c->before == NULL) {
        c->verdict = VERDICT_NEW;
    } else {
        c->change_ns = metric_average(c->after) - metric_average(c->before);
        c->instructions = after->exact ? c->change_ns / (double)(UINT64_C(1) << after->shift) : 0;
        c->verdict = check_change(c, before, after, budgets, runs, chance_max);
    }
    if (is_over(c, budgets)) {
        c->verdict = VERDICT_OVER;
    }
}

/* ------------------------------------------------------------------ all */

/* The more metrics are tested, the less each may change by chance. */
static double chance_of_each(const struct comparisons *c)
{
    unsigned tested = 1;

    for (size_t n = 0; n < c->count; n++) {
        tested += c->list[n].before != NULL && c->list[n].after != NULL &&
                  strncmp(c->list[n].name, "bytes.", 6) != 0;
    }
    return CHANCE_MAX / tested;
}

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
             struct budgets *budgets, const struct compare_runs *runs)
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
    double chance_max = chance_of_each(c);

    while (c->runs_needed < RANK_MAX && rank_least(c->runs_needed, c->runs_needed) > chance_max) {
        c->runs_needed++;
    }
    for (size_t n = 0; n < c->count; n++) {
        check_one(&c->list[n], before, after, budgets, runs, chance_max);
        c->worse += c->list[n].verdict >= VERDICT_WORSE;
    }
    qsort(c->list, c->count, sizeof *c->list, worst_first);
    return true;
}

void comparisons_free(struct comparisons *c)
{
    free(c->list);
}
