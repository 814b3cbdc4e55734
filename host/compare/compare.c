/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the metrics of two runs, and applies budgets to the result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <compare/compare.h>
#include <compare/judge.h>

const struct visits *compared_visits(const struct comparison *c, const struct metric *m)
{
    return m == NULL ? NULL : c->undisturbed ? &m->undisturbed : &m->all;
}

double compared_average(const struct comparison *c, const struct metric *m)
{
    return m != NULL ? visits_average(compared_visits(c, m)) : 0;
}

const char *verdict_name(enum verdict v)
{
    static const char *const names[] = {"same", "better", "allowed", "accepted", "not checked",
                                        "new",  "gone",   "WORSE",   "OVER"};

    return names[v];
}

const char *compare_refusal(const struct baseline *before, const struct baseline *after)
{
    static _Thread_local char text[320];

    bool known = !before->counted || (before->board[0] != 0 && after->board[0] != 0);

    if (before->counted != after->counted) {
        snprintf(text, sizeof text, "only one of them has the counts of `spoor record --bare`");
    } else if (known && strcmp(before->board, after->board) != 0) {
        snprintf(text, sizeof text, "different boards: %.120s and %.120s", before->board, after->board);
    } else if (known && before->instructions != after->instructions) {
        snprintf(text, sizeof text,
                 "run to different ends: --instructions %llu and %llu (0 is the end of the image)",
                 (unsigned long long)before->instructions, (unsigned long long)after->instructions);
    } else if (before->hz != after->hz) {
        snprintf(text, sizeof text, "the counters differ: %u Hz and %u Hz", before->hz, after->hz);
    } else if (before->exact != after->exact || before->shift != after->shift) {
        snprintf(text, sizeof text, "recorded differently: only one with --exact, or with another --shift");
    } else if (strcmp(before->left_out, after->left_out) != 0) {
        snprintf(text, sizeof text,
                 "different events were recorded: one run without %.120s, the other without %.120s",
                 before->left_out[0] != 0 ? before->left_out : "nothing",
                 after->left_out[0] != 0 ? after->left_out : "nothing");
    } else if (before->lost != 0 || after->lost != 0) {
        snprintf(text, sizeof text, "records were lost: %llu in the first run, %llu in the second",
                 (unsigned long long)before->lost, (unsigned long long)after->lost);
    } else {
        return NULL;
    }
    return text;
}

/* ------------------------------------------------------------------ one metric */

/* Collect the average of a metric in each run. @return their number */
static unsigned averages(double *list, const struct baseline *runs, unsigned count, const char *name)
{
    unsigned n = 0;

    for (unsigned i = 0; i < count && n < RANK_MAX; i++) {
        const struct metric *m = baseline_find(&runs[i], name);

        if (m != NULL) {
            list[n++] = visits_average(&m->all);
        }
    }
    return n;
}

/* Smaller changes per visit, in instructions, don't count if two runs are in step. */
#define INSTRUCTIONS_LEAST 0.05

/* Probability that any of the metrics appears to have changed by chance. */
#define CHANCE_MAX 0.05

/* @return the verdict on several runs before budgets: SAME, BETTER, WORSE or UNCHECKED */
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

bool compare_is_bytes(const char *name)
{
    return strncmp(name, "bytes.", 6) == 0;
}

/* @return the verdict before budgets */
static enum verdict check_cost(struct comparison *c, const struct judge *j, const struct baseline *after,
                               const struct compare_runs *runs, double chance_max)
{
    struct judgement found = judge(j, c->before, c->after);

    c->undisturbed = found.undisturbed && !after->counted;
    c->change_ns = found.change_ns;
    if (compare_is_bytes(c->name)) {
        return c->change_ns == 0 ? VERDICT_SAME : VERDICT_UNCHECKED;
    }
    if (found.sign == 0 && !found.unknown) {
        return VERDICT_SAME;
    }
    if (!after->exact) {
        return runs != NULL ? check_ranks(c, runs, chance_max) : VERDICT_UNCHECKED;
    }
    if (after->counted && fabs(c->change_ns) <= INSTRUCTIONS_LEAST &&
        (!c->after->checked || c->before->size == c->after->size)) {
        return VERDICT_SAME; /* the same code: a retry after an interrupt */
    }
    if (!c->after->checked) {
        return VERDICT_UNCHECKED;
    }
    if (after->counted && found.sign > 0 && c->after->all.total_ns <= c->before->all.total_ns) {
        snprintf(c->why, sizeof c->why, "fewer calls, and not more instructions in all");
        return VERDICT_UNCHECKED;
    }
    if (found.unknown) {
        snprintf(c->why, sizeof c->why, "the runs diverge: too few visits for a verdict");
        return VERDICT_UNCHECKED;
    }
    return found.sign < 0 ? VERDICT_BETTER : VERDICT_WORSE;
}

enum verdict compare_metric(struct comparison *c, const struct judge *j, const struct baseline *after)
{
    return check_cost(c, j, after, NULL, 0);
}

static enum verdict check_change(struct comparison *c, const struct judge *j, const struct baseline *after,
                                 struct budgets *budgets, const struct compare_runs *runs, double chance_max)
{
    enum verdict verdict = check_cost(c, j, after, runs, chance_max);
    struct budget *allowed = budgets_find(budgets, BUDGET_ALLOW, c->name, NULL);
    struct budget *accepted = budgets_find(budgets, BUDGET_ACCEPT, c->name, NULL);

    if (verdict != VERDICT_WORSE) {
        return verdict;
    }
    if (allowed != NULL && c->change_ns <= compared_average(c, c->before) * allowed->limit / 100) {
        allowed->used = true;
        snprintf(c->why, sizeof c->why, "up to %g %% allowed", allowed->limit);
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
        double value = limit->value == BUDGET_AVG     ? visits_average(&c->after->all)
                       : limit->value == BUDGET_MAX   ? (double)c->after->max_ns
                       : limit->value == BUDGET_TOTAL ? (double)c->after->all.total_ns
                                                      : (double)c->after->all.count;

        limit->used = true;
        if (value > limit->limit) {
            snprintf(c->why, sizeof c->why, "%s %.0f exceeds the limit %.0f", values[limit->value], value,
                     limit->limit);
            return true;
        }
    }
    return false;
}

static void check_one(struct comparison *c, const struct judge *j, const struct baseline *after,
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
        c->verdict = check_change(c, j, after, budgets, runs, chance_max);
        c->instructions = after->exact ? c->change_ns / (double)(UINT64_C(1) << after->shift) : 0;
    }
    if (is_over(c, budgets)) {
        c->verdict = VERDICT_OVER;
    }
}

/* ------------------------------------------------------------------ all metrics */

/* @return the probability allowed for each metric; it decreases with the number of metrics tested */
static double chance_of_each(const struct comparisons *c)
{
    unsigned tested = 1;

    for (size_t n = 0; n < c->count; n++) {
        tested += c->list[n].before != NULL && c->list[n].after != NULL && !compare_is_bytes(c->list[n].name);
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

/* For runs that aren't exact, ranks decide: `judge` only filters differences below the resolution. */
struct judge compare_judge(const struct baseline *before, const struct baseline *after)
{
    return (struct judge){.tick_ns = after->hz != 0 && !after->counted ? 1e9 / after->hz : 0,
                          .floor_ns = after->exact && !after->counted
                                          ? (double)(UINT64_C(1) << after->shift) * INSTRUCTIONS_LEAST
                                          : 0,
                          .in_step = !after->exact || judge_in_step(before, after)};
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

    c->counted = after->counted;
    const struct judge j = compare_judge(before, after);

    while (c->runs_needed < RANK_MAX && rank_least(c->runs_needed, c->runs_needed) > chance_max) {
        c->runs_needed++;
    }
    for (size_t n = 0; n < c->count; n++) {
        check_one(&c->list[n], &j, after, budgets, runs, chance_max);
        c->worse += c->list[n].verdict >= VERDICT_WORSE;
    }
    sort_stable(c->list, c->count, sizeof *c->list, worst_first);
    return true;
}

void comparisons_free(struct comparisons *c)
{
    free(c->list);
}
