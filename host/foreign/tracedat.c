/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a trace.dat: its threads and events, and the records of all CPUs in the order of time. */
#include <stdlib.h>
#include <string.h>
#include "tracedat_priv.h"

#define PRIORITY_USUAL 120

struct reading {
    struct tracedat_file file;
    struct tracedat_cursor cursors[FOREIGN_CPUS];
    struct foreign *to;
};

static void rewind_all(struct reading *r)
{
    for (unsigned cpu = 0; cpu < r->file.cpus; cpu++) {
        r->cursors[cpu] = (struct tracedat_cursor){.rest = r->file.pages[cpu]};
        tracedat_next(&r->file, &r->cursors[cpu]);
    }
}

static struct tracedat_event *event_of(const struct reading *r, const struct tracedat_cursor *at)
{
    uint32_t index = hash_find_key(&r->file.by_number, at->record[0] | at->record[1] << 8u);

    return index != HASH_NONE ? &r->file.events[index] : NULL;
}

static uint32_t common_thread(const struct tracedat_cursor *at, unsigned cpu)
{
    const struct tracedat_field pid = {.offset = 4, .size = 4};

    return tracedat_thread(tracedat_value(&pid, at->record, at->size), cpu);
}

/* ------------------------------------------------------------------ threads */

/* Read the lines "PID NAME". */
static void add_listed(struct reading *r)
{
    struct part p = r->file.threads;

    while (p.left > 0) {
        const uint8_t *end = memchr(p.at, '\n', p.left);
        struct part line = part_take(&p, end != NULL ? (uint64_t)(end - p.at) + 1 : p.left);
        uint32_t pid = 0;
        size_t n = 0;

        while (n < line.left && line.at[n] >= '0' && line.at[n] <= '9') {
            pid = 10 * pid + (line.at[n++] - '0');
        }
        if (pid != 0 && n + 1 < line.left && line.at[n] == ' ') {
            foreign_thread(r->to, pid, (const char *)line.at + n + 1, line.left - n - 1 - (end != NULL),
                           PRIORITY_USUAL, false);
        }
    }
}

static void add_named(struct reading *r, const struct tracedat_event *e, unsigned cpu, const char *comm,
                      const char *pid, const char *priority)
{
    const struct tracedat_cursor *at = &r->cursors[cpu];
    const struct tracedat_field *f = tracedat_field(e, comm);
    const char *text = "";
    size_t n = f != NULL ? tracedat_chars(f, at->record, at->size, &text) : 0;
    uint32_t number = tracedat_thread(tracedat_number(e, at, pid), cpu);

    if (n > 0) {
        foreign_thread(r->to, number, text, n, tracedat_number(e, at, priority), number >= TRACEDAT_IDLE);
    }
}

static void add_threads(struct reading *r, const struct tracedat_event *e, unsigned cpu)
{
    if (e->kind == TRACEDAT_SWITCH) {
        add_named(r, e, cpu, "prev_comm", "prev_pid", "prev_prio");
        add_named(r, e, cpu, "next_comm", "next_pid", "next_prio");
        foreign_ran_first(r->to, cpu, tracedat_thread(tracedat_number(e, &r->cursors[cpu], "prev_pid"), cpu));
    } else if (e->kind == TRACEDAT_WAKE) {
        add_named(r, e, cpu, "comm", "pid", "prio");
    }
}

static void add_idle(struct reading *r, unsigned cpu)
{
    char name[32];

    if (!foreign_has_thread(r->to, TRACEDAT_IDLE + cpu)) {
        snprintf(name, sizeof name, "swapper/%u", cpu);
        foreign_thread(r->to, TRACEDAT_IDLE + cpu, name, strlen(name), PRIORITY_USUAL, true);
    }
}

/* ------------------------------------------------------------------ events */

/* Describe the events. Their fields depend on what the records contain. */
static void describe(struct reading *r)
{
    bool seen_waking = false;
    struct bytes fields = {0};

    rewind_all(r);
    for (unsigned cpu = 0; cpu < r->file.cpus; cpu++) {
        for (struct tracedat_cursor *at = &r->cursors[cpu]; at->record != NULL; tracedat_next(&r->file, at)) {
            const struct tracedat_event *e = event_of(r, at);

            r->file.has_flags |= tracedat_has_flags(at);
            seen_waking |= e != NULL && strcmp(e->name, "sched_waking") == 0;
        }
    }
    for (size_t n = 0; n < r->file.event_count; n++) {
        struct tracedat_event *e = &r->file.events[n];

        if (e->kind == TRACEDAT_WAKE && seen_waking && strcmp(e->name, "sched_waking") != 0) {
            e->kind = TRACEDAT_OTHER; /* the same wake-up, later */
        }
        if (e->kind == TRACEDAT_CALL || e->kind == TRACEDAT_RETURN || e->kind == TRACEDAT_STACK) {
            continue; /* they need no description */
        }
        fields.used = 0;
        tracedat_fields(&fields, &r->file, e);
        bytes_u8(&fields, 0);
        e->event = foreign_event(r->to, e->name, fields.failed ? "" : (const char *)fields.data,
                                 (e->kind == TRACEDAT_OTHER && e->as_text ? FOREIGN_DATA : 0) |
                                     tracedat_role(e) << SPOOR_WIRE_ROLE_SHIFT);
    }
    bytes_free(&fields);
}

/* ------------------------------------------------------------------ records */

/* @return the CPU with the earliest record, or `cpus` */
static unsigned earliest(const struct reading *r)
{
    unsigned found = r->file.cpus;

    for (unsigned cpu = 0; cpu < r->file.cpus; cpu++) {
        if (r->cursors[cpu].record != NULL &&
            (found == r->file.cpus || r->cursors[cpu].time < r->cursors[found].time)) {
            found = cpu;
        }
    }
    return found;
}

static void put_all(struct reading *r)
{
    bool begun[FOREIGN_CPUS] = {false};
    uint32_t first[FOREIGN_CPUS] = {0};

    rewind_all(r);
    for (unsigned cpu; (cpu = earliest(r)) < r->file.cpus && !foreign_failed(r->to);
         tracedat_next(&r->file, &r->cursors[cpu])) {
        struct tracedat_cursor *at = &r->cursors[cpu];
        const struct tracedat_event *e = event_of(r, at);
        uint32_t thread = common_thread(at, cpu);

        if (at->lost != 0) {
            foreign_loss(r->to, cpu, at->after != 0 ? at->after : at->time, at->time,
                         at->lost != TRACEDAT_UNCOUNTED ? (uint32_t)at->lost : 1);
        }
        if (at->lost != 0 && begun[cpu] && thread < TRACEDAT_IDLE) {
            foreign_runs(r->to, cpu, at->time, thread); /* known without the lost switch */
        }
        first[cpu] = begun[cpu] ? first[cpu] : thread;
        begun[cpu] = true;
        if (e != NULL) {
            add_threads(r, e, cpu);
            tracedat_record(&r->file, e, at, cpu);
        }
    }
    for (unsigned cpu = 0; cpu < r->file.cpus; cpu++) {
        if (begun[cpu]) {
            foreign_ran_first(r->to, cpu, first[cpu]); /* it had no switch */
        }
    }
}

static bool read_tracedat(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading *r = calloc(1, sizeof *r);
    bool good = false;

    if (r != NULL) {
        r->to = r->file.to = f;
        r->file.bytes = bytes;
        r->file.size = size;
        good = tracedat_read(&r->file);
    }
    if (good) {
        foreign_rate(f, 1000000000);
        foreign_system(f, r->file.system[0] != 0 ? r->file.system : "Linux", sizeof r->file.system);
        foreign_priorities(f, 139, 0);
        foreign_cpus(f, r->file.cpus);
        tracedat_functions(f, r->file.symbols);
        add_listed(r);
        describe(r);
        put_all(r);
        for (unsigned cpu = 0; cpu < r->file.cpus; cpu++) {
            add_idle(r, cpu);
        }
    }
    if (r != NULL) {
        tracedat_free(&r->file);
    }
    free(r);
    return good;
}

static const struct foreign_format tracedat_format = {
    .name = "trace.dat",
    .summary = "recorded by trace-cmd on Linux; version 6 or 7, without compression",
    .probe = tracedat_probe,
    .read = read_tracedat,
};
SPOOR_FOREIGN(tracedat);
