/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * response: activations of periodic threads. An activation begins with its release, when the thread's sleep
 * ends, and ends when the thread sleeps again. A late thread doesn't sleep: its next release is one period
 * after the last.
 */
#include <string.h>
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct activation {
    uint64_t release, ran; /* time of the release, and the thread's clock then */
    uint64_t waited, ready;
};

struct thread_row {
    struct group_row row;
    uint64_t period, deadline; /* in cycles; 0: none */
    bool active;
    struct activation now;
    /* The last wait, which may turn out to be the sleep before the next activation. */
    bool slept;
    uint64_t sleep_from, sleep_to, sleep_ran, ready_after;
    uint64_t misses;
    struct spread response, execution, jitter;
    struct activation worst;
    uint64_t worst_run;
};

static struct thread_row *row_of(struct stats *s, uint32_t thread)
{
    struct group *g = s->state;

    g->row_bytes = sizeof(struct thread_row);
    struct thread_row *row = group_get(g, thread, 0);

    s->failed |= row == NULL;
    return row;
}

/* ------------------------------------------------------------------ waits and delays */

/* Only a sleep can separate two activations: a wait for an object is part of one. */
static bool may_end_activation(const struct stats *s, const struct interval *i)
{
    const char *reason = spoor_reason(s->elf, i->reason);

    return i->object == 0 && (reason == NULL || strcmp(reason, "sleep") == 0);
}

/* The last sleep turned out to be part of the activation. */
static void count_sleep(struct thread_row *row)
{
    if (row->slept) {
        row->now.waited += row->sleep_to - row->sleep_from;
        row->now.ready += row->ready_after;
    }
    row->slept = false;
    row->ready_after = 0;
}

static void response_interval(struct stats *s, const struct interval *i)
{
    struct thread_row *row = i->kind == INTERVAL_STATE ? row_of(s, i->thread) : NULL;

    if (row == NULL) {
        return;
    }
    if (i->cut) {
        row->active = row->slept = false; /* records are missing: drop this activation */
    } else if (i->state == FOLLOW_WAITS) {
        count_sleep(row);
        if (!may_end_activation(s, i)) {
            row->now.waited += i->to - i->from;
            return;
        }
        row->slept = true;
        row->sleep_from = i->from;
        row->sleep_to = i->to;
        row->sleep_ran = intervals_run(s->intervals, i->thread, i->to);
    } else if (i->state == FOLLOW_READY) {
        *(row->slept ? &row->ready_after : &row->now.ready) += i->net;
    }
}

/* ------------------------------------------------------------------ activations */

static void end_activation(struct stats *s, struct thread_row *row, uint64_t end, uint64_t ran)
{
    uint64_t response = end - row->now.release, run = ran - row->now.ran;
    uint64_t deadline = row->deadline != 0 ? row->deadline : spoor_cycles(s->options->deadline_ns, s->hz);

    if (row->response.count == 0 || response > row->response.max) {
        row->worst = row->now;
        row->worst_run = run;
    }
    spread_add(&row->response, response, row->now.release);
    spread_add(&row->execution, run, row->now.release);
    row->misses += deadline != 0 && response > deadline;
}

static void activate(struct stats *s, struct thread_row *row, uint64_t time)
{
    uint64_t ran = intervals_run(s->intervals, (uint32_t)row->row.a, time), before = row->now.release;
    bool was_active = row->active;
    struct activation next = {.release = row->slept                       ? row->sleep_to
                                         : was_active && row->period != 0 ? before + row->period
                                                                          : time,
                              .ran = row->slept ? row->sleep_ran : ran,
                              .ready = row->slept ? row->ready_after : 0};

    if (was_active) {
        end_activation(s, row, row->slept ? row->sleep_from : time, row->slept ? row->sleep_ran : ran);
        if (row->period != 0 && next.release >= before) {
            uint64_t apart = next.release - before;

            spread_add(&row->jitter, apart > row->period ? apart - row->period : row->period - apart,
                       next.release);
        }
    }
    row->now = next;
    row->active = true;
    row->slept = false;
    row->ready_after = 0;
}

static void response_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct thread_row *row;

    if (id->role == SPOOR_WIRE_ROLE_PERIOD &&
        (row = row_of(s, spoor_value(&id->fields[0], item->word))) != NULL) {
        row->period = spoor_value(&id->fields[1], item->word);
        row->deadline = spoor_value(&id->fields[2], item->word);
        row->active = false;
    } else if (id->role == SPOOR_WIRE_ROLE_ACTIVATION &&
               (row = row_of(s, spoor_value(&id->fields[0], item->word))) != NULL) {
        activate(s, row, item->time);
    }
}

static void response_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct thread_row *row = group_nth(g, n);
        const struct spread *r = &row->response, *x = &row->execution;
        uint64_t deadline = row->deadline != 0 ? row->deadline : spoor_cycles(s->options->deadline_ns, s->hz);

        if (r->count == 0) {
            continue;
        }
        analysis_thread(s, (uint32_t)row->row.a);
        table_number(s->table, (int64_t)r->count);
        if (row->period != 0) {
            analysis_us(s, row->period);
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
        analysis_us(s, row->worst_run);
        analysis_us(s, row->worst.ready);
        analysis_us(s, row->worst.waited);
        if (deadline != 0) {
            analysis_us(s, deadline);
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
    group_free(s->state, free_row);
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
    struct group, columns, .sort = "-response_max_us", .interval = response_interval, .item = response_item,
    .end = response_end, .free = response_free);
