/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the moves of each metric. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <compare/compare.h>
#include <trend/moves.h>

#define CHANCE_MAX 0.05 /* that a history of runs that aren't exact shows any move by chance */

struct search {
    struct moves *moves;
    const struct trend *history;
    struct judge *judges; /* by first run of a level: of that run and the current one */
    size_t *judged;       /* the run for which that is set; 0: none */
    struct value *values; /* of one metric */
};

const char *move_name(enum move_kind kind)
{
    static const char *const names[] = {"grew", "shrank", "new", "gone"};

    return names[kind];
}

static const struct baseline *costs_of(const struct search *s, size_t run)
{
    return &s->history->runs[run].costs;
}

static bool add_move(struct search *s, struct move move)
{
    const struct series *series = &s->moves->metrics[move.metric];

    move.now = series->at[move.run];
    move.old = move.run != 0 ? series->at[move.run - 1] : NULL;
    if (!VECTOR_GROW(s->moves->list, s->moves->count)) {
        return false;
    }
    s->moves->list[s->moves->count++] = move;
    if (move.kind == MOVE_GREW || move.kind == MOVE_SHRANK) {
        s->moves->metrics[move.metric].undisturbed = move.undisturbed; /* runs are searched in order */
    }
    return true;
}

/* ------------------------------------------------------------------ the series */

/* @return a metric's index, added on first use; SIZE_MAX if memory ran out */
static size_t series_of(struct search *s, const char *name, size_t near)
{
    struct moves *m = s->moves;

    if (near < m->metric_count && strcmp(m->metrics[near].name, name) == 0) {
        return near;
    }
    for (size_t n = 0; n < m->metric_count; n++) {
        if (strcmp(m->metrics[n].name, name) == 0) {
            return n;
        }
    }
    const struct metric **at =
        VECTOR_GROW(m->metrics, m->metric_count) ? calloc(s->history->count, sizeof(void *)) : NULL;

    if (at == NULL) {
        return SIZE_MAX;
    }
    m->metrics[m->metric_count] = (struct series){.name = name, .at = at};
    return m->metric_count++;
}

static bool find_series(struct search *s)
{
    for (size_t run = 0; run < s->history->count; run++) {
        const struct baseline *b = costs_of(s, run);

        for (size_t n = 0; n < b->count; n++) {
            size_t index = series_of(s, b->metrics[n].name, n);

            if (index == SIZE_MAX) {
                return false;
            }
            s->moves->metrics[index].at[run] = &b->metrics[n];
        }
    }
    return true;
}

/* ------------------------------------------------------------------ levels of exact runs */

/* Compare a run with the first of a level. @return whether the metric moved */
static bool has_moved(struct search *s, size_t metric, size_t first, size_t run, struct move *move)
{
    const struct series *series = &s->moves->metrics[metric];
    struct comparison c = {
        .name = series->name, .before = series->at[first], .after = series->at[run], .chance = -1};

    if (s->judged[first] != run) {
        s->judges[first] = compare_judge(costs_of(s, first), costs_of(s, run));
        s->judged[first] = run;
    }
    enum verdict verdict = compare_metric(&c, &s->judges[first], costs_of(s, run));

    *move = (struct move){.kind = c.change_ns > 0 ? MOVE_GREW : MOVE_SHRANK,
                          .metric = metric,
                          .run = run,
                          .before = compared_average(&c, c.before),
                          .after = compared_average(&c, c.after),
                          .undisturbed = c.undisturbed,
                          .chance = -1};
    return verdict == VERDICT_WORSE || verdict == VERDICT_BETTER ||
           (compare_is_bytes(series->name) && verdict == VERDICT_UNCHECKED);
}

static bool add_new_or_gone(struct search *s, enum move_kind kind, size_t metric, size_t run,
                            const struct metric *m)
{
    double value = visits_average(&m->all);

    return add_move(s, (struct move){.kind = kind,
                                     .metric = metric,
                                     .run = run,
                                     .before = kind == MOVE_GONE ? value : 0,
                                     .after = kind == MOVE_NEW ? value : 0,
                                     .chance = -1});
}

static bool find_exact(struct search *s, size_t metric, size_t from, size_t to)
{
    const struct metric **at = s->moves->metrics[metric].at;
    size_t first = SIZE_MAX; /* of the level */
    struct move move;
    bool good = true;

    for (size_t run = from; run < to && good; run++) {
        if (at[run] == NULL) {
            good = first == SIZE_MAX || add_new_or_gone(s, MOVE_GONE, metric, run, at[run - 1]);
            first = SIZE_MAX;
        } else if (first == SIZE_MAX) {
            good = run == from || add_new_or_gone(s, MOVE_NEW, metric, run, at[run]);
            first = run;
        } else if (has_moved(s, metric, first, run, &move)) {
            good = add_move(s, move);
            first = run;
        }
    }
    return good;
}

/* ------------------------------------------------------------------ levels of other runs */

/* The average of one metric in a run. */
struct value {
    double value, rank;
    size_t run;
};

static int by_value(const void *a, const void *b)
{
    const struct value *x = a, *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

static int by_run(const void *a, const void *b)
{
    const struct value *x = a, *y = b;

    return (x->run > y->run) - (x->run < y->run);
}

static void set_ranks(struct value *v, size_t count)
{
    sort_stable(v, count, sizeof *v, by_value);
    for (size_t i = 0; i < count;) {
        size_t end = i;

        while (end < count && v[end].value <= v[i].value) {
            end++;
        }
        for (size_t k = i; k < end; k++) {
            v[k].rank = (double)(i + end) / 2;
        }
        i = end;
    }
    sort_stable(v, count, sizeof *v, by_run);
}

/* @return where the ranks before and after are most unlike: the index of the first after; 0: nowhere */
static size_t most_unlike(struct value *v, size_t count)
{
    double middle = (double)count / 2, sum = 0, most = 0;
    size_t found = 0;

    set_ranks(v, count);
    for (size_t k = 1; k < count; k++) {
        sum += v[k - 1].rank - middle;

        double unlike = fabs(sum) / sqrt((double)k * (double)(count - k));

        if (unlike > most * (1 + 1e-9)) {
            most = unlike;
            found = k;
        }
    }
    return found;
}

/* Copy up to RANK_MAX values, the last ones if `last`. @return the average of all */
static double collect(double *list, unsigned *n, const struct value *v, size_t count, bool last)
{
    double sum = 0;

    *n = count < RANK_MAX ? (unsigned)count : RANK_MAX;
    for (unsigned i = 0; i < *n; i++) {
        list[i] = v[last ? count - *n + i : i].value;
    }
    for (size_t i = 0; i < count; i++) {
        sum += v[i].value;
    }
    return sum / (double)count;
}

/* Find where the values move most, and continue in both parts. */
static bool split(struct search *s, size_t metric, struct value *v, size_t count)
{
    double a[RANK_MAX], b[RANK_MAX];
    unsigned n, m;
    size_t at = count > 1 ? most_unlike(v, count) : 0;

    if (at == 0) {
        return true;
    }
    double before = collect(a, &n, v, at, true), after = collect(b, &m, v + at, count - at, false);
    double chance = after > before ? rank_test(a, n, b, m) : rank_test(b, m, a, n);

    chance *= 2.0 * (double)(count - 1) *
              (double)s->moves->metric_count; /* both directions, all places, all metrics */
    if (chance > CHANCE_MAX) {
        return true;
    }
    return add_move(s, (struct move){.kind = after > before ? MOVE_GREW : MOVE_SHRANK,
                                     .metric = metric,
                                     .run = v[at].run,
                                     .before = before,
                                     .after = after,
                                     .chance = chance}) &&
           split(s, metric, v, at) && split(s, metric, v + at, count - at);
}

static bool find_by_ranks(struct search *s, size_t metric, size_t from, size_t to)
{
    const struct metric **at = s->moves->metrics[metric].at;
    size_t count = 0;

    for (size_t run = from; run < to; run++) {
        if (at[run] != NULL) {
            s->values[count++] = (struct value){.value = visits_average(&at[run]->all), .run = run};
        }
    }
    if (count == 0) {
        return true;
    }
    size_t first = s->values[0].run, last = s->values[count - 1].run;

    return (first == from || add_new_or_gone(s, MOVE_NEW, metric, first, at[first])) &&
           (last + 1 == to || add_new_or_gone(s, MOVE_GONE, metric, last + 1, at[last])) &&
           split(s, metric, s->values, count);
}

/* ------------------------------------------------------------------ all metrics */

/* @return the end of the runs from `from` on of which each can be compared with the one before */
static size_t stretch_end(const struct search *s, size_t from)
{
    size_t to = from + 1;

    while (to < s->history->count && compare_refusal(costs_of(s, to - 1), costs_of(s, to)) == NULL) {
        to++;
    }
    return to;
}

static bool find_all(struct search *s)
{
    bool good = find_series(s);

    for (size_t from = 0, to; from < s->history->count && good; from = to) {
        to = stretch_end(s, from);
        for (size_t metric = 0; metric < s->moves->metric_count && good; metric++) {
            const struct series *series = &s->moves->metrics[metric];
            bool checked = compare_is_bytes(series->name);

            for (size_t run = from; run < to; run++) {
                checked |= series->at[run] != NULL && series->at[run]->checked;
            }
            good = checked && (costs_of(s, from)->exact || compare_is_bytes(series->name))
                       ? find_exact(s, metric, from, to)
                       : find_by_ranks(s, metric, from, to);
        }
    }
    return good;
}

static double total_change(const struct move *m)
{
    double before = m->old != NULL ? (double)m->old->all.total_ns : 0;

    return fabs((m->now != NULL ? (double)m->now->all.total_ns : 0) - before);
}

static int latest_first(const void *a, const void *b)
{
    const struct move *x = a, *y = b;

    if (x->run != y->run) {
        return x->run > y->run ? -1 : 1;
    }
    return (total_change(x) < total_change(y)) - (total_change(x) > total_change(y));
}

double series_average(const struct series *s, size_t run)
{
    const struct metric *m = s->at[run];

    return visits_average(s->undisturbed && m->undisturbed.count != 0 ? &m->undisturbed : &m->all);
}

bool moves_find(struct moves *m, const struct trend *h)
{
    struct search s = {.moves = m,
                       .history = h,
                       .judges = calloc(h->count + 1, sizeof *s.judges),
                       .judged = calloc(h->count + 1, sizeof *s.judged),
                       .values = calloc(h->count + 1, sizeof *s.values)};

    *m = (struct moves){.count = 0};
    bool good = s.judges != NULL && s.judged != NULL && s.values != NULL && find_all(&s);

    if (m->count != 0) {
        sort_stable(m->list, m->count, sizeof *m->list, latest_first);
    }
    free(s.judges);
    free(s.judged);
    free(s.values);
    return good;
}

void moves_free(struct moves *m)
{
    for (size_t n = 0; n < m->metric_count; n++) {
        free(m->metrics[n].at);
    }
    free(m->metrics);
    free(m->list);
}
