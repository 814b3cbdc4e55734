/* SPDX-License-Identifier: BSD-2-Clause */
/* response: activations of periodic threads, summed up by thread. */
#include <analysis/activations.h>
#include <analysis/spread.h>

struct thread_row {
    struct group_row row;
    struct spread response, execution, jitter;
    struct activation last, worst;
    uint64_t misses;
};

struct response {
    struct activations activations;
    struct group threads;
};

static void add_activation(struct stats *s, uint32_t thread, const struct activation *a)
{
    struct response *all = s->state;

    all->threads.row_bytes = sizeof(struct thread_row);
    struct thread_row *row = group_get(&all->threads, thread, 0);
    uint64_t response = a->end - a->release;

    if (row == NULL) {
        s->failed = true;
        return;
    }
    if (row->response.count == 0 || response > row->response.max) {
        row->worst = *a;
    }
    spread_add(&row->response, response, a->release);
    spread_add(&row->execution, a->run, a->release);
    row->misses += activation_is_missed(a);
    if (a->period != 0 && a->next >= a->release) {
        uint64_t apart = a->next - a->release;

        spread_add(&row->jitter, apart > a->period ? apart - a->period : a->period - apart, a->next);
    }
    row->last = *a;
}

static void response_interval(struct stats *s, const struct interval *i)
{
    activations_interval(s, &((struct response *)s->state)->activations, i);
}

static void response_early(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    activations_early(s, &((struct response *)s->state)->activations, item, id);
}

static void response_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    activations_item(s, &((struct response *)s->state)->activations, item, id, add_activation);
}

static void response_end(struct stats *s)
{
    const struct group *g = &((const struct response *)s->state)->threads;

    for (size_t n = 0; n < g->count; n++) {
        const struct thread_row *row = group_nth(g, n);
        const struct spread *r = &row->response, *x = &row->execution;

        analysis_thread(s, (uint32_t)row->row.a);
        table_number(s->table, (int64_t)r->count);
        if (row->last.period != 0) {
            analysis_us(s, row->last.period);
            analysis_us(s, row->jitter.max);
        } else {
            table_empty(s->table);
            table_empty(s->table);
        }
        analysis_average(s, x->sum, x->count);
        analysis_us(s, x->max);
        analysis_average(s, r->sum, r->count);
        analysis_us(s, spread_percentile(r, 990));
        analysis_us(s, r->max);
        analysis_time(s, r->max_at);
        analysis_us(s, row->worst.run);
        analysis_us(s, row->worst.ready);
        analysis_us(s, row->worst.waited);
        if (row->last.deadline != 0) {
            analysis_us(s, row->last.deadline);
            table_number(s->table, (int64_t)row->misses);
        } else {
            table_empty(s->table);
            table_empty(s->table);
        }
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    struct thread_row *r = row;

    spread_free(&r->response);
    spread_free(&r->execution);
    spread_free(&r->jitter);
}

static void response_free(struct stats *s)
{
    struct response *all = s->state;

    activations_free(&all->activations);
    group_free(&all->threads, free_row);
}

static const struct column columns[] = {
    {"thread", COLUMN_TEXT, "the periodic thread"},
    {"count", COLUMN_NUMBER, "activations that began and ended"},
    {"period_us", COLUMN_US, "the period that the thread declared"},
    {"jitter_max_us", COLUMN_US,
     "the largest difference between the period and the time between two releases"},
    {"run_avg_us", COLUMN_US, "execution time of an activation: average"},
    {"run_max_us", COLUMN_US, "execution time of an activation: maximum"},
    {"response_avg_us", COLUMN_US, "time from the release until the work was done: average"},
    {"response_p99_us", COLUMN_US, "99th percentile"},
    {"response_max_us", COLUMN_US, "maximum"},
    {"max_at_s", COLUMN_TIME, "release of the activation with the longest response"},
    {"max_run_us", COLUMN_US, "how long that activation ran"},
    {"max_ready_us", COLUMN_US, "how long it was ready and didn't run"},
    {"max_wait_us", COLUMN_US, "how long it waited"},
    {"deadline_us", COLUMN_US, "time from the release: as declared, or --deadline"},
    {"misses", COLUMN_NUMBER, "activations that were done after the deadline"},
};

SPOOR_ANALYSIS(
    response, "response", "activations of periodic threads: response, execution, jitter, missed deadlines",
    NEEDS_SWITCH | NEEDS_WAKE | NEEDS_ACTIVATION, NO_METRIC,
    PAGE(LATENCY, 30, "Response", "Activations of periodic threads: response, deadline, jitter.", 40,
         .card = {"Missed deadlines", "misses", {"thread", "misses", "response_max_us"}, .only = "misses"}),
    struct response, columns, .sort = "-response_max_us", .intervals = INTERVALS_STATES,
    .interval = response_interval, .early = response_early, .takes = activations_takes, .item = response_item,
    .end = response_end, .free = response_free);
