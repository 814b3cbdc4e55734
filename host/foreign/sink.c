/* SPDX-License-Identifier: BSD-2-Clause */
/* What readers of formats call. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "foreign_priv.h"

char *foreign_wrong(struct foreign *f)
{
    return f->wrong;
}

bool foreign_failed(const struct foreign *f)
{
    return f->failed;
}

bool foreign_collects(const struct foreign *f)
{
    return f->collects;
}

void foreign_note(struct foreign *f, const char *format, ...)
{
    char text[FOREIGN_WRONG_BYTES];
    va_list args;

    if (!f->collects) {
        return;
    }
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    message_say(f->report, f->name, "%s: %s", f->format->name, text);
}

/* ------------------------------------------------------------------ the recording */

void foreign_rate(struct foreign *f, uint32_t hz)
{
    f->hz = hz;
}

bool foreign_has_rate(const struct foreign *f)
{
    return f->hz != 0;
}

void foreign_system(struct foreign *f, const char *name, size_t n)
{
    snprintf(f->system, sizeof f->system, "%.*s", (int)(n < sizeof f->system ? n : sizeof f->system - 1),
             name);
}

void foreign_cpus(struct foreign *f, unsigned cpus)
{
    f->cpus = cpus > f->cpus ? cpus : f->cpus;
}

void foreign_priorities(struct foreign *f, uint32_t lowest, uint32_t highest)
{
    f->has_priorities = true;
    f->lowest = lowest;
    f->highest = highest;
}

/* ------------------------------------------------------------------ names */

struct same_event {
    const struct foreign *f;
    const char *name, *fields;
};

static bool same_event(void *arg, uint32_t index)
{
    const struct same_event *wanted = arg;
    const struct foreign_event *e = &wanted->f->events[index];

    return strcmp(e->name, wanted->name) == 0 && strcmp(e->fields, wanted->fields) == 0;
}

unsigned foreign_event(struct foreign *f, const char *name, const char *fields, unsigned kind)
{
    uint64_t hash = hash_bytes(hash_bytes(0, name, strlen(name)), fields, strlen(fields));
    uint32_t index = hash_find(&f->by_name, hash, same_event, &(struct same_event){f, name, fields});

    if (index != HASH_NONE) {
        return index + FOREIGN_EVENTS;
    }
    struct foreign_event e = {.name = strdup(name), .fields = strdup(fields), .kind = kind};

    if (e.name == NULL || e.fields == NULL || !VECTOR_GROW(f->events, f->event_count) ||
        !hash_add(&f->by_name, hash, (uint32_t)f->event_count)) {
        free(e.name);
        free(e.fields);
        f->failed = true;
        return FOREIGN_ENTER;
    }
    f->events[f->event_count++] = e;
    return (unsigned)f->event_count - 1 + FOREIGN_EVENTS;
}

static struct foreign_thread *thread_of(struct foreign *f, uint32_t number)
{
    uint32_t index = hash_find_key(&f->by_number, number);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(f->threads, f->thread_count) ||
            !hash_add(&f->by_number, number, (uint32_t)f->thread_count)) {
            f->failed = true;
            return NULL;
        }
        index = (uint32_t)f->thread_count++;
        f->threads[index] = (struct foreign_thread){.number = number};
    }
    return &f->threads[index];
}

bool foreign_has_thread(const struct foreign *f, uint32_t number)
{
    return hash_find_key(&f->by_number, number) != HASH_NONE;
}

void foreign_thread(struct foreign *f, uint32_t number, const char *name, size_t n, uint64_t priority,
                    bool idle)
{
    struct foreign_thread *t = f->collects ? thread_of(f, number) : NULL;

    if (t != NULL && n > 0) {
        snprintf(t->name, sizeof t->name, "%.*s", (int)(n < sizeof t->name ? n : sizeof t->name - 1), name);
    }
    if (t != NULL) {
        t->priority = priority != FOREIGN_NO_PRIORITY ? (uint32_t)priority : t->priority;
        t->idle |= idle;
    }
}

static int to_bytes(void *arg, const char *bytes, size_t n)
{
    bytes_add(arg, bytes, n);
    return 0;
}

void foreign_name(struct foreign *f, enum spoor_wire_named kind, uint32_t key, const char *name, size_t n)
{
    uint64_t id = (uint64_t)kind << 32 | key;
    char text[64];

    if (!f->collects || n == 0 || hash_find_key(&f->named, id) != HASH_NONE) {
        return;
    }
    f->failed |= !hash_add(&f->named, id, 0);
    snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text - 1), name);

    struct out out = {.sink = to_bytes, .arg = &f->names};
    struct encoder e = {.out = &out, .recording = 1};

    encode_name(&e, kind, key, text);
    out_flush(&out);
}

void foreign_symbol(struct foreign *f, const char *name, size_t n, uint32_t address, uint32_t size)
{
    if (!f->collects || n == 0) {
        return;
    }
    if (!VECTOR_GROW(f->symbols, f->symbol_count)) {
        f->failed = true;
        return;
    }
    f->symbols[f->symbol_count++] =
        (struct foreign_symbol){(uint32_t)f->symbol_names.used, (uint32_t)n, address, size};
    bytes_add(&f->symbol_names, name, n);
}

/* ------------------------------------------------------------------ records */

void foreign_ran_first(struct foreign *f, unsigned cpu, uint32_t thread)
{
    if (f->collects && cpu < FOREIGN_CPUS && !f->cpu[cpu].has_first) {
        f->cpu[cpu].has_first = true;
        f->cpu[cpu].first = thread;
    }
}

static void put_runs(struct foreign *f, unsigned cpu, uint64_t time, uint32_t thread)
{
    encode_words(&f->encoder, cpu, time, f->state_id, (uint32_t[]){SPOOR_WIRE_LEFT_RUNS, thread, 0, cpu}, 4);
}

/*
 * Prepare for a record of a CPU: the first pass counts it; the second corrects its time, and begins the CPU.
 * @return false if there is nothing to write
 */
static bool begin(struct foreign *f, unsigned cpu, uint64_t *time)
{
    if (cpu >= FOREIGN_CPUS) {
        f->failed |= !foreign_refuse(f, "CPU %u: at most %d CPUs are supported", cpu, FOREIGN_CPUS);
        return false;
    }
    if (f->collects) {
        f->first_time = f->records++ == 0 ? *time : f->first_time;
        foreign_cpus(f, cpu + 1);
        return false;
    }
    *time = f->last = *time > f->last ? *time : f->last;
    struct foreign_cpu *c = &f->cpu[cpu];

    if (!c->begun) {
        c->begun = true;
        if (c->has_first) {
            put_runs(f, cpu, *time, c->first);
        }
    }
    return true;
}

void foreign_runs(struct foreign *f, unsigned cpu, uint64_t time, uint32_t thread)
{
    if (begin(f, cpu, &time)) {
        put_runs(f, cpu, time, thread);
    }
}

/* @return the ID of an event, which now has a record */
static unsigned id_of(struct foreign *f, unsigned event)
{
    if (event < FOREIGN_EVENTS) {
        return event == FOREIGN_ENTER ? SPOOR_WIRE_ID_ENTER : SPOOR_WIRE_ID_LEAVE;
    }
    struct foreign_event *e = &f->events[event - FOREIGN_EVENTS];

    if (f->collects) {
        e->id = 1;
    }
    return e->id;
}

static void note_header(struct foreign *f, unsigned cpu, uint64_t time, unsigned id)
{
    f->cpu[cpu].header_word = SPOOR_WIRE_HEADER_WORD(id) | ((uint32_t)time & SPOOR_WIRE_TIME_MASK);
}

void foreign_record(struct foreign *f, unsigned cpu, uint64_t time, unsigned event, const uint32_t *word,
                    unsigned words)
{
    unsigned id = id_of(f, event);

    if (begin(f, cpu, &time)) {
        encode_words(&f->encoder, cpu, time, id, word, words);
        note_header(f, cpu, time, id);
    }
}

static void put_data(struct foreign *f, unsigned cpu, uint64_t time, unsigned id, const void *data, size_t n)
{
    encode_item(&f->encoder, &(struct spoor_item){.time = time,
                                                  .until = time,
                                                  .kind = SPOOR_RECORD,
                                                  .id = (uint16_t)id,
                                                  .cpu = (uint8_t)cpu,
                                                  .data = data,
                                                  .bytes = (uint32_t)n});
}

void foreign_data(struct foreign *f, unsigned cpu, uint64_t time, unsigned event, const void *data, size_t n)
{
    unsigned id = id_of(f, event);

    if (begin(f, cpu, &time)) {
        put_data(f, cpu, time, id, data, n);
        note_header(f, cpu, time, id);
    }
}

#define STACK_MOST 32 /* addresses, so that a stack fits in a packet */

void foreign_stack(struct foreign *f, unsigned cpu, uint64_t time, const uint32_t *address, unsigned n)
{
    uint8_t data[4 + 4 * STACK_MOST];
    size_t used = 0;

    if (cpu >= FOREIGN_CPUS || f->cpu[cpu].header_word == 0 || !begin(f, cpu, &time)) {
        return;
    }
    for (unsigned k = 0; k <= n && k <= STACK_MOST; k++) {
        uint32_t word = k == 0 ? f->cpu[cpu].header_word : address[k - 1];

        for (unsigned shift = 0; shift < 32; shift += 8) {
            data[used++] = (uint8_t)(word >> shift);
        }
    }
    put_data(f, cpu, time, SPOOR_WIRE_ID_STACK, data, used);
    f->cpu[cpu].header_word = 0;
}

void foreign_loss(struct foreign *f, unsigned cpu, uint64_t after, uint64_t time, uint32_t count)
{
    if (cpu >= FOREIGN_CPUS || f->collects) {
        foreign_cpus(f, cpu < FOREIGN_CPUS ? cpu + 1 : 0);
        return;
    }
    time = time > f->last ? time : f->last;
    encode_item(&f->encoder, &(struct spoor_item){.time = after < time ? after : time,
                                                  .until = time,
                                                  .kind = SPOOR_GAP,
                                                  .cpu = (uint8_t)cpu,
                                                  .count = count});
}
