/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds contradictions in a recording. follow.c follows threads by the switches and wake-ups of all CPUs;
 * after a gap the state of a thread is unknown until it is seen again.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <model/validate.h>

#define HELD_MAX     1000
#define REPORTED_MAX 20

struct cpu {
    bool seen;
    bool ends_in_gap; /**< no item followed the last gap: more records may be lost */
    uint64_t last_time;
    uint64_t gap_until; /**< end of the last gap reported by the target: later records must not be earlier */
};

/* A contradiction. It is reported at the end, when it is known how far the records of each CPU reach. */
struct wrong {
    uint64_t time;
    bool by_others; /**< not an error if later records of another CPU are missing */
    char text[200];
};

struct validator {
    const struct spoor_elf *elf;
    struct cpu cpu[SPOOR_CPUS_MAX];
    struct wrong wrong[HELD_MAX];
    unsigned held;
    uint64_t overflow; /**< messages for which there was no room, which are only counted */
    uint64_t late_ticks;
};

static void say(struct validator *v, const struct spoor_item *item, bool by_others, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void say(struct validator *v, const struct spoor_item *item, bool by_others, const char *format, ...)
{
    va_list args;

    if (v->held == HELD_MAX) {
        v->overflow++;
        return;
    }
    struct wrong *w = &v->wrong[v->held++];

    w->time = item->time;
    w->by_others = by_others;
    int n = snprintf(w->text, sizeof w->text, "offset %" PRIu64 ": CPU %u, time %" PRIu64 ": ", item->offset,
                     item->cpu, item->time);

    va_start(args, format);
    vsnprintf(w->text + n, sizeof w->text - (size_t)n, format, args);
    va_end(args);
}

/* ------------------------------------------------------------------ threads */

static void validate_change(struct validator *v, const struct spoor_item *item, const struct follow *f,
                            const struct follow_change *c)
{
    uint32_t number = c->was.number;

    if (c->to != FOLLOW_RUNS) {
        return;
    }
    if (c->was.state == FOLLOW_WAITS && f->wakes_seen) {
        say(v, item, true, "thread %u runs, but nothing woke it since it began to wait", number);
    } else if (c->was.state == FOLLOW_RUNS) {
        say(v, item, true, "thread %u already runs on another CPU", number);
    } else if (c->was.state == FOLLOW_ENDED) {
        say(v, item, true, "thread %u runs after it ended", number);
    }
}

/*
 * Times of a CPU since the tick before last may be too early. It is then unknown whether another CPU reacted
 * to a record before it was written, so that such contradictions are dropped.
 */
static void validate_late_tick(struct validator *v, const struct spoor_item *item, uint32_t since)
{
    uint64_t span = (uint64_t)since + SPOOR_WIRE_TIME_MASK / 2;
    uint64_t from = item->time > span ? item->time - span : 0;
    unsigned kept = 0;

    for (unsigned i = 0; i < v->held; i++) {
        if (!v->wrong[i].by_others || v->wrong[i].time < from) {
            v->wrong[kept++] = v->wrong[i];
        }
    }
    v->held = kept;
    v->late_ticks++;
}

/* ------------------------------------------------------------------ records */

static void validate_record(struct validator *v, const struct spoor_item *item, const struct follow *f)
{
    struct cpu *cpu = &v->cpu[item->cpu];
    const struct spoor_id *id = spoor_id(v->elf, item->id);

    if (cpu->seen && item->time < cpu->last_time) {
        say(v, item, false, "time decreases from %" PRIu64, cpu->last_time);
    } else if (item->time < cpu->gap_until) {
        say(v, item, false, "an event in a gap, which ends at %" PRIu64, cpu->gap_until);
    }
    cpu->seen = true;
    cpu->ends_in_gap = false;
    cpu->last_time = item->time;
    if (id->class == SPOOR_BLOCK && item->word[0] > item->time) {
        say(v, item, false, "block %s took longer than the time since the start", id->name);
    }
    if (id->class == SPOOR_STACK && f->stack == FOLLOW_STACK_WRONG) {
        say(v, item, false,
            item->bytes < 4 || item->bytes % 4 != 0 ? "a stack of %u bytes"
                                                    : "a stack without a record (%u bytes)",
            item->bytes);
    }
    if (id->role == SPOOR_WIRE_ROLE_TICK_LATE) {
        validate_late_tick(v, item, spoor_value(&id->fields[0], item->word));
    }
    if (id->role == SPOOR_WIRE_ROLE_SWITCH) {
        for (unsigned i = 0; i < f->changes; i++) {
            validate_change(v, item, f, &f->change[i]);
        }
    }
}

static void validate_gap(struct validator *v, const struct spoor_item *item)
{
    struct cpu *cpu = &v->cpu[item->cpu];

    if (cpu->seen && item->until < cpu->last_time) {
        say(v, item, false, "a gap follows a later event, of %" PRIu64, cpu->last_time);
    }
    cpu->gap_until = item->until;
}

void validate_item(struct validator *v, const struct spoor_item *item, const struct follow *follow)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        validate_record(v, item, follow);
        break;
    case SPOOR_GAP:
    case SPOOR_CLEARED:
        validate_gap(v, item);
        /* fall through */
    case SPOOR_MISSING:
    case SPOOR_JOINED:
        v->cpu[item->cpu].ends_in_gap = true;
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ the end */

struct validator *validate_open(const struct spoor_elf *elf)
{
    struct validator *v = calloc(1, sizeof *v);

    if (v != NULL) {
        v->elf = elf;
    }
    return v;
}

/* @return the time up to which the records of all CPUs are known */
static uint64_t known_until(const struct validator *v, uint64_t complete_until)
{
    uint64_t until = UINT64_MAX;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        uint64_t of_cpu = v->cpu[cpu].last_time;

        if (!v->cpu[cpu].ends_in_gap && of_cpu < complete_until) {
            of_cpu = complete_until;
        }
        if (v->cpu[cpu].seen && of_cpu < until) {
            until = of_cpu;
        }
    }
    return until;
}

uint64_t validate_end(struct validator *v, uint64_t complete_until, const struct spoor_report *report)
{
    uint64_t until = known_until(v, complete_until), count = v->overflow;

    for (unsigned i = 0; i < v->held; i++) {
        if ((!v->wrong[i].by_others || v->wrong[i].time <= until) && count++ - v->overflow < REPORTED_MAX) {
            report->message(report->arg, v->wrong[i].text);
        }
    }
    v->held = 0;
    v->overflow = 0;
    memset(v->cpu, 0, sizeof v->cpu);
    return count;
}

uint64_t validate_late_ticks(const struct validator *v)
{
    return v->late_ticks;
}

void validate_close(struct validator *v)
{
    free(v);
}
