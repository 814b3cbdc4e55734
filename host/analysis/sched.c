/* SPDX-License-Identifier: BSD-2-Clause */
/* sched: one row per run of a thread. threads: the same summed up by thread. */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

/* ------------------------------------------------------------------ each run */

/* The last wait of a thread, and the delay until it ran. */
struct before {
    struct group_row row;
    struct interval wait, delay;
};

struct sched {
    struct group threads;
};

static struct before *before_of(struct stats *s, struct group *g, uint32_t thread)
{
    g->row_bytes = sizeof(struct before);
    struct before *b = group_get(g, thread, 0);

    s->failed |= b == NULL;
    return b;
}

/* @return whether `i` directly follows `before`; not if records are missing in between */
static bool led_to(const struct interval *before, const struct interval *i)
{
    return before->state != FOLLOW_UNKNOWN && !before->cut && before->to == i->from;
}

/* Append the length of an interval, or an empty cell if its beginning or end is unknown. */
static void put_length(struct stats *s, const struct interval *i)
{
    if (i != NULL && !i->begun_before && !i->cut) {
        analysis_us(s, i->net);
    } else {
        table_empty(s->table);
    }
}

static void put_run(struct stats *s, const struct before *b, const struct interval *i)
{
    const struct interval *delay = led_to(&b->delay, i) ? &b->delay : NULL;
    const struct interval *wait = led_to(&b->wait, delay != NULL ? delay : i) ? &b->wait : NULL;
    const struct interval *why = wait != NULL ? wait : delay;

    analysis_time(s, i->from);
    table_number(s->table, i->cpu);
    analysis_thread(s, i->thread);
    put_length(s, wait);
    put_length(s, delay);
    put_length(s, i);
    if (why != NULL && (wait != NULL || !why->woken)) {
        analysis_reason(s, why->reason);
        analysis_object(s, why->object);
    } else { /* nothing is known, or the wait before the wake-up wasn't recorded */
        table_empty(s->table);
        table_empty(s->table);
    }
    if (why != NULL) {
        analysis_waker(s, why);
    } else {
        table_empty(s->table);
    }
    table_end_row(s->table);
}

static void sched_interval(struct stats *s, const struct interval *i)
{
    struct sched *c = s->state;
    struct before *b = i->kind == INTERVAL_STATE ? before_of(s, &c->threads, i->thread) : NULL;

    if (b == NULL) {
        return;
    }
    if (i->state == FOLLOW_WAITS) {
        b->wait = *i;
    } else if (i->state == FOLLOW_READY) {
        b->delay = *i;
    } else if (i->state == FOLLOW_RUNS) {
        put_run(s, b, i);
    }
}

static void nothing(struct stats *s)
{
    (void)s;
}

static void sched_free(struct stats *s)
{
    group_free(&((struct sched *)s->state)->threads, NULL);
}

static const struct column sched_columns[] = {
    {"time_s", COLUMN_TIME, "when the thread began to run"},
    {"cpu", COLUMN_NUMBER, "the CPU that it ran on"},
    {"thread", COLUMN_TEXT, "the thread's name"},
    {"wait_us", COLUMN_US,
     "how long it had waited before it was ready; this and the next two columns are empty if not completely "
     "recorded"},
    {"delay_us", COLUMN_US, "how long it had been ready before it ran"},
    {"run_us", COLUMN_US, "how long it ran, interrupts not included"},
    {"reason", COLUMN_TEXT, "why it hadn't run: the kind of wait, or preempted, or yield"},
    {"object", COLUMN_TEXT, "the object that it had waited for"},
    {"woken_by", COLUMN_TEXT, "the thread or interrupt that ended the wait"},
};

static const struct analysis threads_analysis;

SPOOR_ANALYSIS(sched, "sched", "each time a thread ran: its wait, delay, run, reason, waker",
               NEEDS_SWITCH | NEEDS_WAKE, NO_METRIC, NO_PAGE, struct sched, sched_columns,
               .intervals = INTERVALS_STATES, .interval = sched_interval, .end = nothing,
               .summed = &threads_analysis, .free = sched_free);

/* ------------------------------------------------------------------ by thread */

struct thread_row {
    struct group_row row;
    uint64_t run, wait, ready, preempted;
    uint64_t runs, migrations;
    struct spread delay, burst;
    uint8_t cpu;
    bool ran;
};

static void threads_interval(struct stats *s, const struct interval *i)
{
    struct group *g = s->state;

    if (i->kind != INTERVAL_STATE) {
        return;
    }
    g->row_bytes = sizeof(struct thread_row);
    struct thread_row *t = group_get(g, i->thread, 0);

    if (t == NULL) {
        s->failed = true;
        return;
    }
    switch (i->state) {
    case FOLLOW_RUNS:
        t->run += i->net;
        t->runs++;
        t->migrations += t->ran && t->cpu != i->cpu;
        t->ran = true;
        t->cpu = i->cpu;
        spread_add(&t->burst, i->net, i->from);
        break;
    case FOLLOW_READY:
        t->ready += i->net;
        t->preempted += i->reason == SPOOR_WIRE_LEFT_PREEMPTED && !i->begun_before;
        if (i->woken && !i->begun_before && !i->cut) {
            spread_add(&t->delay, i->net, i->from);
        }
        break;
    case FOLLOW_WAITS:
        t->wait += i->net;
        break;
    default:
        break;
    }
}

static void threads_end(struct stats *s)
{
    const struct group *g = s->state;
    uint64_t span = s->end - s->begin;

    for (size_t n = 0; n < g->count; n++) {
        const struct thread_row *t = group_nth(g, n);

        analysis_thread(s, (uint32_t)t->row.a);
        table_number(s->table, (int64_t)t->runs);
        analysis_us(s, t->run);
        table_ratio(s->table, t->run, span);
        analysis_us(s, t->burst.max);
        analysis_us(s, t->wait);
        analysis_us(s, t->ready);
        if (t->delay.count != 0) {
            analysis_average(s, t->delay.sum, t->delay.count);
            analysis_us(s, t->delay.max);
            analysis_time(s, t->delay.max_at);
        } else {
            table_empty(s->table);
            table_empty(s->table);
            table_empty(s->table);
        }
        table_number(s->table, (int64_t)t->preempted);
        table_number(s->table, (int64_t)t->migrations);
        table_end_row(s->table);
    }
}

static void free_thread(void *row)
{
    struct thread_row *t = row;

    spread_free(&t->delay);
    spread_free(&t->burst);
}

static void threads_free(struct stats *s)
{
    group_free(s->state, free_thread);
}

static const struct column threads_columns[] = {
    {"thread", COLUMN_TEXT, "the thread's name"},
    {"runs", COLUMN_COUNT, "number of switches to the thread"},
    {"run_us", COLUMN_SUM_US, "how long it ran, interrupts not included"},
    {"share_percent", COLUMN_PERCENT, "share of the span of one CPU"},
    {"longest_us", COLUMN_US, "the longest run between two context switches"},
    {"wait_us", COLUMN_SUM_US, "how long it waited"},
    {"ready_us", COLUMN_SUM_US, "how long it was ready and didn't run"},
    {"delay_avg_us", COLUMN_US, "time from a wake-up until it ran: average"},
    {"delay_max_us", COLUMN_US, "time from a wake-up until it ran: maximum"},
    {"delay_max_at_s", COLUMN_TIME, "time of the wake-up with the longest delay"},
    {"preempted", COLUMN_COUNT, "number of preemptions"},
    {"migrations", COLUMN_COUNT, "how often it ran on another CPU than before"},
};

SPOOR_ANALYSIS(threads, "threads", "by thread: time running, waiting, ready; delays; migrations",
               NEEDS_SWITCH | NEEDS_WAKE, METRIC,
               PAGE(TABLES, 60, "Threads", "Time running, waiting, ready.", 200,
                    .jump = {HISTORY_THREAD, "thread"}),
               struct group, threads_columns, .sort = "-run_us", .intervals = INTERVALS_STATES,
               .interval = threads_interval, .end = threads_end, .free = threads_free);
