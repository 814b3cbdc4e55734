/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * critical-path: the critical path of a thread, step by step. While the thread runs or is ready, the step is
 * the thread itself. While it waits, the steps are those of the thread that ended the wait; if an interrupt
 * ended it, the step is the wait.
 */
#include <stdlib.h>
#include <string.h>
#include <analysis/analysis.h>
#include <base/sort.h>
#include <base/vector.h>

#define DEPTH_MAX 32 /* maximum of nested waits; deeper ones are shown as waits */

/* A state of a thread; for a wait also the thread or interrupt that ended it. */
struct span {
    uint64_t from, to;
    uint32_t thread, waker, line, object;
    uint8_t state, reason;
    bool woken, by_irq;
};

struct step {
    struct span span;
    uint64_t from, to; /* the part that is on the path */
    unsigned depth;
};

struct critical {
    struct span *spans; /* sorted by thread and time at the end */
    size_t count;
    struct step *steps; /* the last step is first */
    size_t step_count;
};

static void critical_interval(struct stats *s, const struct interval *i)
{
    struct critical *c = s->state;

    if (i->kind != INTERVAL_STATE || i->to == i->from || s->options->thread == NULL) {
        return;
    }
    s->failed |= !VECTOR_GROW(c->spans, c->count);
    if (!s->failed) {
        c->spans[c->count++] = (struct span){.from = i->from,
                                             .to = i->to,
                                             .thread = i->thread,
                                             .waker = i->waker,
                                             .line = i->waker_line,
                                             .object = i->object,
                                             .state = i->state,
                                             .reason = i->reason,
                                             .woken = i->woken,
                                             .by_irq = i->by_irq};
    }
}

static int by_thread_and_time(const void *a, const void *b)
{
    const struct span *x = a, *y = b;

    if (x->thread != y->thread) {
        return x->thread < y->thread ? -1 : 1;
    }
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

/* @return the last span of a thread that begins before `time`, or NULL; it may end before `time` too */
static const struct span *span_before(const struct critical *c, uint32_t thread, uint64_t time)
{
    size_t low = 0, high = c->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct span *s = &c->spans[middle];

        if (s->thread < thread || (s->thread == thread && s->from < time)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && c->spans[low - 1].thread == thread ? &c->spans[low - 1] : NULL;
}

static void add_step(struct stats *s, const struct span *span, uint64_t from, uint64_t to, unsigned depth)
{
    struct critical *c = s->state;

    s->failed |= !VECTOR_GROW(c->steps, c->step_count);
    if (!s->failed) {
        c->steps[c->step_count++] = (struct step){*span, from, to, depth};
    }
}

/*
 * Walk back from `to` to `from`. If another thread ended a wait, continue in that thread for the length of
 * the wait, then return to the first.
 */
static void walk(struct stats *s, uint32_t thread, uint64_t from, uint64_t to)
{
    struct critical *c = s->state;
    struct {
        uint32_t thread;
        uint64_t from;
    } outer[DEPTH_MAX];
    unsigned depth = 0;

    while (to > from && !s->failed) {
        uint64_t floor = depth > 0 ? outer[depth - 1].from : from;
        const struct span *span = span_before(c, thread, to);

        if (to <= floor || span == NULL || span->to <= floor) {
            if (depth == 0) {
                break; /* nothing is known about the thread before this time */
            }
            depth--;
            to = outer[depth].from; /* nothing is known about the waker: there is a gap in the path */
            thread = outer[depth].thread;
            continue;
        }
        to = span->to < to ? span->to : to;
        uint64_t begin = span->from > floor ? span->from : floor;

        if (span->state == FOLLOW_WAITS && span->woken && !span->by_irq && span->waker != thread &&
            span->waker != FOLLOW_NO_THREAD && depth < DEPTH_MAX) {
            outer[depth].thread = thread;
            outer[depth++].from = begin;
            thread = span->waker;
            continue;
        }
        add_step(s, span, begin, to, depth);
        to = begin;
    }
}

static bool find_thread(const struct stats *s, uint32_t *number)
{
    const struct critical *c = s->state;

    for (size_t n = 0; n < c->count; n++) {
        const struct spoor_thread *t = spoor_thread(s->reader, c->spans[n].thread);

        if (t != NULL && strcmp(t->name, s->options->thread) == 0) {
            *number = t->number;
            return true;
        }
    }
    return false;
}

static void put_step(struct stats *s, const struct step *step)
{
    static const char *const states[] = {"unknown", "runs", "ready", "waits", "ended"};
    const struct span *span = &step->span;

    analysis_time(s, step->from);
    analysis_us(s, step->to - step->from);
    table_number(s->table, step->depth);
    analysis_thread(s, span->thread);
    table_text(s->table, states[span->state]);
    if (span->state == FOLLOW_WAITS || span->state == FOLLOW_READY) {
        analysis_reason(s, span->reason);
    } else {
        table_empty(s->table);
    }
    analysis_object(s, span->state == FOLLOW_WAITS ? span->object : 0);
    if (span->state == FOLLOW_WAITS && span->woken && span->by_irq) {
        analysis_irq(s, span->line);
    } else {
        table_empty(s->table);
    }
    table_end_row(s->table);
}

static void critical_end(struct stats *s)
{
    struct critical *c = s->state;
    uint32_t thread;

    if (c->count == 0 || s->failed) {
        return;
    }
    sort_stable(c->spans, c->count, sizeof *c->spans, by_thread_and_time);
    if (!find_thread(s, &thread)) {
        s->refusal = "no thread of this name in the selected range";
        return;
    }
    walk(s, thread, s->begin, s->end);
    for (size_t n = c->step_count; n-- > 0;) {
        put_step(s, &c->steps[n]);
    }
}

static void critical_free(struct stats *s)
{
    struct critical *c = s->state;

    free(c->spans);
    free(c->steps);
}

static const struct column columns[] = {
    {"time_s", COLUMN_TIME, "start of the step"},
    {"length_us", COLUMN_US, "length of the step"},
    {"depth", COLUMN_NUMBER, "0: the thread itself; 1: the thread that it waited for; and so on"},
    {"thread", COLUMN_TEXT, "the thread on the critical path in this step"},
    {"state", COLUMN_TEXT, "state of that thread: runs, ready or waits"},
    {"reason", COLUMN_TEXT, "why it waited, or why it was ready: preempted, or the kind of its last wait"},
    {"object", COLUMN_TEXT, "the object that it waited for"},
    {"irq", COLUMN_TEXT, "the interrupt that ended the wait"},
};

SPOOR_ANALYSIS(critical_path, "critical-path",
               "the critical path of a thread, step by step: --thread NAME, best with --range",
               NEEDS_SWITCH | NEEDS_WAKE, NO_METRIC, NO_PAGE, struct critical, columns, .wants = WANTS_THREAD,
               .intervals = INTERVALS_STATES, .interval = critical_interval, .end = critical_end,
               .free = critical_free);
