/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts a trace.dat to a recording. The first pass over the records finds the events and threads in use,
 * the second encodes the records in the order of time.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <elf/elf.h>
#include "tracedat_convert.h"

static void rewind_all(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        c->cursors[cpu] = (struct tracedat_cursor){.rest = c->file.pages[cpu]};
        tracedat_next(&c->file, &c->cursors[cpu]);
    }
}

static struct tracedat_event *event_of(const struct convert *c, const struct tracedat_cursor *at)
{
    uint32_t index = hash_find_key(&c->file.by_number, at->record[0] | at->record[1] << 8u);

    return index != HASH_NONE ? &c->file.events[index] : NULL;
}

static uint32_t common_thread(const struct tracedat_cursor *at, unsigned cpu)
{
    const struct tracedat_field pid = {.offset = 4, .size = 4};

    return tracedat_thread_of(tracedat_value(&pid, at->record, at->size), cpu);
}

/* ------------------------------------------------------------------ threads */

/* Add a thread. A later name replaces an earlier one. */
static void add_thread(struct convert *c, uint32_t number, const char *name, size_t n, uint64_t priority)
{
    uint32_t index = hash_find_key(&c->by_number, number);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(c->threads, c->thread_count) ||
            !hash_add(&c->by_number, number, (uint32_t)c->thread_count)) {
            c->failed = true;
            return;
        }
        index = (uint32_t)c->thread_count++;
        c->threads[index] = (struct tracedat_thread){.number = number, .priority = 120};
    }
    snprintf(c->threads[index].name, sizeof c->threads[index].name, "%.*s", (int)(n < 31 ? n : 31), name);
    c->threads[index].priority = priority != UINT64_MAX ? (uint32_t)priority : c->threads[index].priority;
}

/* Read the lines "PID NAME". */
static void add_listed(struct convert *c)
{
    struct part p = c->file.threads;

    while (p.left > 0) {
        const uint8_t *end = memchr(p.at, '\n', p.left);
        struct part line = part_take(&p, end != NULL ? (uint64_t)(end - p.at) + 1 : p.left);
        uint32_t pid = 0;
        size_t n = 0;

        while (n < line.left && line.at[n] >= '0' && line.at[n] <= '9') {
            pid = 10 * pid + (line.at[n++] - '0');
        }
        if (pid != 0 && n + 1 < line.left && line.at[n] == ' ') {
            add_thread(c, pid, (const char *)line.at + n + 1, line.left - n - 1 - (end != NULL), UINT64_MAX);
        }
    }
}

static void add_named(struct convert *c, const struct tracedat_event *e, unsigned cpu, const char *comm,
                      const char *pid, const char *priority)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];
    const struct tracedat_field *f = tracedat_field(e, comm);
    const char *text = "";
    size_t n = f != NULL ? tracedat_chars(f, at->record, at->size, &text) : 0;

    if (n > 0) {
        add_thread(c, tracedat_thread_of(tracedat_number(e, at, pid), cpu), text, n,
                   tracedat_number(e, at, priority));
    }
}

/* ------------------------------------------------------------------ the first pass */

static void survey(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        for (struct tracedat_cursor *at = &c->cursors[cpu]; at->record != NULL; tracedat_next(&c->file, at)) {
            struct tracedat_event *e = event_of(c, at);

            c->file.has_flags |= tracedat_has_flags(at);
            if (e == NULL) {
                continue;
            }
            e->id = 1;
            c->seen_waking |= strcmp(e->name, "sched_waking") == 0;
            if (e->kind == TRACEDAT_SWITCH && !c->switched[cpu]) {
                c->switched[cpu] = true;
                c->runs[cpu] = tracedat_thread_of(tracedat_number(e, at, "prev_pid"), cpu);
            }
            if (e->kind == TRACEDAT_SWITCH) {
                add_named(c, e, cpu, "prev_comm", "prev_pid", "prev_prio");
                add_named(c, e, cpu, "next_comm", "next_pid", "next_prio");
            } else if (e->kind == TRACEDAT_WAKE) {
                add_named(c, e, cpu, "comm", "pid", "prio");
            }
        }
    }
}

/* Give IDs to the events in use. @return false if there are too many */
static bool number_events(struct convert *c)
{
    unsigned next = SPOOR_WIRE_ID_FIRST;

    for (size_t n = 0; n < c->file.event_count; n++) {
        struct tracedat_event *e = &c->file.events[n];

        if (e->kind == TRACEDAT_WAKE && c->seen_waking && strcmp(e->name, "sched_waking") != 0) {
            e->kind = TRACEDAT_OTHER; /* the same wake-up, later */
        }
        if (e->id != 0) {
            e->id = e->kind == TRACEDAT_CALL     ? SPOOR_WIRE_ID_ENTER
                    : e->kind == TRACEDAT_RETURN ? SPOOR_WIRE_ID_LEAVE
                    : e->kind == TRACEDAT_STACK  ? SPOOR_WIRE_ID_STACK
                                                 : next++;
        }
    }
    c->file.state_id = next++;
    c->recording.header.events = next - SPOOR_WIRE_ID_FIRST;
    return next <= SPOOR_WIRE_IDS;
}

/* ------------------------------------------------------------------ the second pass */

/* @return the CPU with the earliest record, or `cpus` */
static unsigned earliest(const struct convert *c)
{
    unsigned found = c->file.cpus;

    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        if (c->cursors[cpu].record != NULL &&
            (found == c->file.cpus || c->cursors[cpu].time < c->cursors[found].time)) {
            found = cpu;
        }
    }
    return found;
}

static void put_loss(struct convert *c, unsigned cpu)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];

    encode_item(&c->encoder,
                &(struct spoor_item){.time = at->after != 0 ? at->after : at->time,
                                     .until = at->time,
                                     .kind = SPOOR_GAP,
                                     .cpu = (uint8_t)cpu,
                                     .count = at->lost != TRACEDAT_UNCOUNTED ? (uint32_t)at->lost : 1});
}

static void put_state(struct convert *c, unsigned cpu, uint32_t thread)
{
    convert_words(c, cpu, c->file.state_id, (uint32_t[]){SPOOR_WIRE_LEFT_RUNS, thread, 0, cpu}, 4);
}

static void put_all(struct convert *c)
{
    bool begun[TRACEDAT_CPUS] = {false};
    uint64_t last = 0;

    for (unsigned cpu; (cpu = earliest(c)) < c->file.cpus; tracedat_next(&c->file, &c->cursors[cpu])) {
        struct tracedat_cursor *at = &c->cursors[cpu];
        const struct tracedat_event *e = event_of(c, at);

        at->time = at->time > last ? at->time : last; /* in a damaged file it may decrease */
        last = at->time;
        if (at->lost != 0) {
            put_loss(c, cpu);
        }
        if (!begun[cpu]) {
            put_state(c, cpu, c->switched[cpu] ? c->runs[cpu] : common_thread(at, cpu));
        } else if (at->lost != 0 && common_thread(at, cpu) < TRACEDAT_IDLE) {
            put_state(c, cpu, common_thread(at, cpu)); /* known without the lost switch */
        }
        begun[cpu] = true;
        if (e != NULL) {
            convert_record(c, e, cpu);
        }
    }
    encode_end(&c->encoder, last, "", 0);
}

static void put_threads(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        char name[32];

        if (hash_find_key(&c->by_number, TRACEDAT_IDLE + cpu) == HASH_NONE) {
            snprintf(name, sizeof name, "swapper/%u", cpu);
            add_thread(c, TRACEDAT_IDLE + cpu, name, strlen(name), UINT64_MAX);
        }
    }
    for (size_t n = 0; n < c->thread_count; n++) {
        const struct tracedat_thread *t = &c->threads[n];

        encode_thread(&c->encoder, &(struct spoor_thread){.number = t->number,
                                                          .priority = t->priority,
                                                          .name = t->name,
                                                          .idle = t->number >= TRACEDAT_IDLE});
    }
}

static int to_bytes(void *arg, const char *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return b->failed ? ENOMEM : 0;
}

static void set_header(struct convert *c, uint64_t now)
{
    struct spoor_header *h = &c->recording.header;

    c->recording.id = 1;
    c->recording.cpus = h->cpus = c->file.cpus;
    h->seen = true;
    h->hz = 1000000000;
    h->now = now;
    h->build_id_bytes = TRACEDAT_BUILD_ID;
    snprintf(h->board, sizeof h->board, "%s", c->file.system[0] != 0 ? c->file.system : "Linux");
}

static bool convert(struct convert *c, const struct spoor_report *report, const char *name,
                    struct bytes *program)
{
    if (!tracedat_read(&c->file)) {
        return false;
    }
    add_listed(c);
    rewind_all(c);
    survey(c);
    if (!number_events(c)) {
        snprintf(c->file.wrong, sizeof c->file.wrong, "it has records of more than %d kinds of events",
                 SPOOR_WIRE_IDS - SPOOR_WIRE_ID_FIRST);
        return false;
    }
    rewind_all(c);
    unsigned first = earliest(c);

    if (first == c->file.cpus) {
        snprintf(c->file.wrong, sizeof c->file.wrong, "it has no events");
        return false;
    }
    set_header(c, c->cursors[first].time);
    if (!tracedat_program(&c->file, program, c->recording.header.build_id)) {
        return false;
    }
    c->elf = spoor_elf_open_memory(program->data, program->used, name, report);
    if (c->elf == NULL) {
        return false;
    }
    encode_begin(&c->encoder, &c->out, c->elf, &c->recording, c->cursors[first].time, true, "", 0);
    put_threads(c);
    put_all(c);
    out_flush(&c->out);
    return c->out.error == 0 && !c->failed && !c->encoder.failed;
}

bool tracedat_convert(const uint8_t *bytes, size_t size, const char *name, const struct spoor_report *report,
                      struct bytes *program, struct bytes *recording)
{
    struct convert *c = calloc(1, sizeof *c);

    if (c != NULL) {
        c->file.bytes = bytes;
        c->file.size = size;
        c->out.sink = to_bytes;
        c->out.arg = recording;
    }
    bool good = c != NULL && convert(c, report, name, program);

    if (!good) {
        message_say(report, name, "trace.dat: %s",
                    c != NULL && c->file.wrong[0] != 0 ? c->file.wrong : strerror(ENOMEM));
    }
    if (c != NULL) {
        spoor_elf_close(c->elf);
        tracedat_free(&c->file);
        hash_free(&c->by_number);
        free(c->threads);
    }
    free(c);
    return good;
}
