/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Does the recording contradict itself? Threads are followed by the switches and wake-ups of all CPUs; after
 * a gap a thread's state is unknown until it is seen again.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validate.h"
#include "running.h"

#define CPUS    64
#define THREADS 256
#define RECENT  64 /* records among which a stack looks for its own */
#define HELD    1000
#define TOLD    20

enum state { UNKNOWN, RUNS, READY, WAITS };

struct cpu {
    bool seen;
    bool ends_in_gap; /**< no item came after the last gap: more records may be lost */
    uint64_t last_time;
    uint32_t recent[RECENT]; /**< header words, as in a ring */
    unsigned recents;
    bool incomplete; /**< something was lost within the last RECENT records */
};

/* Reported at the end: only then it is known how far each CPU's records go. */
struct wrong {
    uint64_t time;
    bool by_others; /**< wrong only if another CPU's later records are missing */
    char text[200];
};

struct validator {
    const struct spoor_elf *elf;
    struct running running;
    enum state threads[THREADS];
    uint64_t missing_until; /**< up to here something was lost on some CPU */
    bool wakes_seen;
    struct cpu cpu[CPUS];
    struct wrong wrong[HELD];
    unsigned held;
    unsigned beyond; /**< messages that found no room, counted only */
};

static void say(struct validator *j, const struct spoor_item *item, bool by_others, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void say(struct validator *j, const struct spoor_item *item, bool by_others, const char *format, ...)
{
    va_list args;

    if (j->held == HELD) {
        j->beyond++;
        return;
    }
    struct wrong *w = &j->wrong[j->held++];

    w->time = item->time;
    w->by_others = by_others;
    int n = snprintf(w->text, sizeof w->text, "offset %" PRIu64 ": CPU %u, time %" PRIu64 ": ", item->offset,
                     item->cpu, item->time);

    va_start(args, format);
    vsnprintf(w->text + n, sizeof w->text - (size_t)n, format, args);
    va_end(args);
}

/* ------------------------------------------------------------------ threads */

/* A wake-up may be among the records that were lost before `until`. */
static void forget_threads(struct validator *j, uint64_t until)
{
    memset(j->threads, 0, sizeof j->threads);
    if (until > j->missing_until) {
        j->missing_until = until;
    }
}

static void set_thread(struct validator *j, const struct spoor_item *item, uint32_t thread, enum state state)
{
    if (thread < THREADS) {
        j->threads[thread] = item->time >= j->missing_until ? state : UNKNOWN;
    }
}

static bool still_ready(const struct spoor_item *item, const struct spoor_id *id)
{
    struct spoor_field f;

    for (unsigned at = 0; spoor_next_field(id, item->word, &at, &f);) {
        if (strcmp(f.name, "reason") == 0) {
            const char *name = f.format;

            for (uint32_t v = f.value; v > 0 && name != NULL; v--) {
                name = strchr(name, '|');
                name = name != NULL ? name + 1 : NULL;
            }
            return name != NULL && (strncmp(name, "preempted", 9) == 0 || strncmp(name, "yield", 5) == 0);
        }
    }
    return true;
}

static void validate_switch(struct validator *j, const struct spoor_item *item, uint32_t next)
{
    const struct spoor_id *id = spoor_id(j->elf, item->id);

    if (j->running.cpu[item->cpu].known) {
        set_thread(j, item, j->running.cpu[item->cpu].thread, still_ready(item, id) ? READY : WAITS);
    }
    if (next >= THREADS) {
        return;
    }
    if (j->threads[next] == WAITS && j->wakes_seen) {
        say(j, item, true, "thread %u runs, and nothing woke it since it began to wait", next);
    }
    if (j->threads[next] == RUNS) {
        say(j, item, true, "thread %u runs on another CPU already", next);
    }
    set_thread(j, item, next, RUNS);
}

static void validate_wake(struct validator *j, const struct spoor_item *item, uint32_t thread)
{
    if (!j->wakes_seen) {
        forget_threads(
            j, item->time); /* wake-ups may be recorded from here on only, and this thread was woken before */
        j->wakes_seen = true;
    }
    set_thread(j, item, thread, READY);
}

/*
 * Records of a CPU since the tick before last may be too early. Until here it can't be said whether another
 * CPU acted on one before it came.
 */
static void validate_late_tick(struct validator *j, const struct spoor_item *item, uint32_t since)
{
    uint64_t span = (uint64_t)since + WIRE_TIME_MASK / 2;
    uint64_t from = item->time > span ? item->time - span : 0;
    unsigned kept = 0;

    for (unsigned i = 0; i < j->held; i++) {
        if (!j->wrong[i].by_others || j->wrong[i].time < from) {
            j->wrong[kept++] = j->wrong[i];
        }
    }
    j->held = kept;
    forget_threads(j, item->time);
}

/* The recording of switches and wake-ups begins here, or ends. */
static void validate_services(struct validator *j, const struct spoor_item *item, uint32_t running)
{
    forget_threads(j, item->time);
    if (!(running & RUNNING_SERVICE)) {
        j->missing_until = UINT64_MAX;
    } else if (j->missing_until == UINT64_MAX) {
        j->missing_until = item->time;
    }
}

static void validate_threads(struct validator *j, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(j->elf, item->id);
    uint32_t n;

    if (running_is_switch(j->elf, item, &n)) {
        validate_switch(j, item, n);
    } else if (strstr(id->name, "wake") != NULL && spoor_field(id, item->word, "thread", &n)) {
        validate_wake(j, item, n);
    } else if (strcmp(id->name, "services") == 0 && spoor_field(id, item->word, "running", &n)) {
        validate_services(j, item, n);
    } else if (strcmp(id->name, "tick_late") == 0 && spoor_field(id, item->word, "since", &n)) {
        validate_late_tick(j, item, n);
    } else if (strcmp(id->name, "thread_new") == 0 && spoor_field(id, item->word, "thread", &n) &&
               n < THREADS) {
        j->threads[n] = UNKNOWN;
    }
}

/* ------------------------------------------------------------------ records */

static void validate_stack(struct validator *j, const struct spoor_item *item)
{
    struct cpu *cpu = &j->cpu[item->cpu];
    unsigned n = cpu->recents < RECENT ? cpu->recents : RECENT;
    const uint8_t *d = item->data;

    if (item->bytes < 4 || item->bytes % 4 != 0) {
        say(j, item, false, "a stack of %u bytes", item->bytes);
        return;
    }
    uint32_t header = d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 | (uint32_t)d[3] << 24;

    for (unsigned back = 1; back <= n; back++) {
        uint32_t *record = &cpu->recent[(cpu->recents - back) % RECENT];

        if (*record == header) {
            *record = 0; /* it has its stack */
            return;
        }
    }
    if (!cpu->incomplete) {
        say(j, item, false, "a stack of no record");
    }
}

static void validate_record(struct validator *j, const struct spoor_item *item)
{
    struct cpu *cpu = &j->cpu[item->cpu];
    const struct spoor_id *id = spoor_id(j->elf, item->id);

    if (item->time < cpu->last_time) {
        say(j, item, false, "time goes back from %" PRIu64, cpu->last_time);
    }
    cpu->seen = true;
    cpu->ends_in_gap = false;
    cpu->last_time = item->time;
    if (id->class == SPOOR_BLOCK && item->word[0] > item->time) {
        say(j, item, false, "block %s took longer than there was time", id->name);
    }
    if (id->class == SPOOR_STACK) {
        validate_stack(j, item);
    } else {
        cpu->recent[cpu->recents++ % RECENT] =
            WIRE_HEADER_WORD(item->id) | ((uint32_t)item->time & WIRE_TIME_MASK);
        cpu->incomplete = cpu->incomplete && cpu->recents % RECENT != 0;
    }
    validate_threads(j, item);
}

void validate_item(struct validator *j, const struct spoor_item *item)
{
    if (item->cpu >= CPUS) {
        return;
    }
    switch (item->kind) {
    case SPOOR_RECORD:
        validate_record(j, item);
        break;
    case SPOOR_RESTART:
        memset(&j->cpu[item->cpu], 0, sizeof j->cpu[item->cpu]);
        j->missing_until = 0;
        /* fall through */
    case SPOOR_GAP:
    case SPOOR_MISSING:
    case SPOOR_JOINED:
        j->cpu[item->cpu].incomplete = true;
        j->cpu[item->cpu].ends_in_gap = true;
        forget_threads(j, item->until);
        break;
    default:
        break;
    }
    running_follow(&j->running, j->elf, item);
}

/* ------------------------------------------------------------------ the end */

struct validator *validate_open(const struct spoor_elf *elf)
{
    struct validator *j = calloc(1, sizeof *j);

    if (j != NULL) {
        j->elf = elf;
    }
    return j;
}

/* The time up to which all CPUs' records are known; the end, where that is known. */
static uint64_t known_until(const struct validator *j, bool complete)
{
    uint64_t until = UINT64_MAX;

    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        if (j->cpu[cpu].seen && (!complete || j->cpu[cpu].ends_in_gap) && j->cpu[cpu].last_time < until) {
            until = j->cpu[cpu].last_time;
        }
    }
    return until;
}

unsigned validate_end(struct validator *j, bool complete, const struct spoor_report *report)
{
    uint64_t until = known_until(j, complete);
    unsigned count = 0;

    for (unsigned i = 0; i < j->held; i++) {
        if ((!j->wrong[i].by_others || j->wrong[i].time <= until) && count++ < TOLD) {
            report->message(report->arg, j->wrong[i].text);
        }
    }
    return count + j->beyond;
}

void validate_close(struct validator *j)
{
    free(j);
}
