/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader's state: items in a queue and the bytes that they refer to, CPUs, threads, messages. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader_priv.h"

struct chunk {
    struct chunk *next;
    size_t used, room;
    uint8_t bytes[];
};

void reader_say(struct spoor_reader *r, const char *format, ...)
{
    char text[512];
    va_list args;
    int n = snprintf(text, sizeof text, "%s: ", r->name);

    if (r->report.message == NULL || n < 0 || (size_t)n >= sizeof text) {
        return;
    }
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    r->report.message(r->report.arg, text);
}

void reader_fail(struct spoor_reader *r, int error)
{
    if (r->failed == 0) {
        r->failed = error;
    }
}

struct spoor_item *reader_push(struct spoor_reader *r, enum spoor_kind kind)
{
    if (r->head == r->tail) {
        r->head = r->tail = 0;
    }
    if (r->tail == r->room) {
        size_t room = r->room != 0 ? 2 * r->room : 256;
        struct spoor_item *queue = realloc(r->queue, room * sizeof *queue);

        if (queue == NULL) {
            reader_fail(r, -ENOMEM);
            return NULL;
        }
        r->queue = queue;
        r->room = room;
    }
    struct spoor_item *item = &r->queue[r->tail++];

    *item = (struct spoor_item){.kind = kind, .offset = r->offset, .time = r->last_time};
    return item;
}

const uint8_t *reader_keep(struct spoor_reader *r, const void *bytes, size_t n)
{
    struct chunk *c = r->chunks;

    if (c == NULL || c->room - c->used < n) {
        size_t room = n > 4000 ? n : 4000;

        c = malloc(sizeof *c + room);
        if (c == NULL) {
            reader_fail(r, -ENOMEM);
            return NULL;
        }
        c->next = r->chunks;
        c->used = 0;
        c->room = room;
        r->chunks = c;
    }
    if (n > 0) {
        memcpy(c->bytes + c->used, bytes, n);
    }
    c->used += n;
    return c->bytes + c->used - n;
}

struct reader_cpu *reader_cpu(struct spoor_reader *r, uint32_t cpu)
{
    if (cpu >= READER_CPUS_MAX || (r->header.seen && cpu >= r->header.cpus)) {
        return NULL;
    }
    if (r->cpus[cpu] == NULL) {
        struct reader_cpu *new = calloc(1, sizeof *new);
        uint32_t *lost_by_id = calloc(WIRE_IDS, sizeof *lost_by_id);

        if (new == NULL || lost_by_id == NULL) {
            free(new);
            free(lost_by_id);
            reader_fail(r, -ENOMEM);
            return NULL;
        }
        new->lost_by_id = lost_by_id;
        r->cpus[cpu] = new;
    }
    if (cpu >= r->cpu_count) {
        r->cpu_count = cpu + 1;
    }
    return r->cpus[cpu];
}

void reader_restart(struct spoor_reader *r)
{
    unsigned cpus = r->header.seen ? r->header.cpus : r->cpu_count;

    r->last_time = 0;
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        struct reader_cpu *state = r->cpus[cpu];
        struct spoor_item *item = reader_push(r, SPOOR_RESTART);

        if (item != NULL) {
            item->cpu = (uint16_t)cpu;
        }
        if (state != NULL) {
            uint32_t *lost_by_id = state->lost_by_id;

            memset(lost_by_id, 0, WIRE_IDS * sizeof *lost_by_id);
            *state = (struct reader_cpu){.lost_by_id = lost_by_id};
        }
    }
}

const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number)
{
    for (size_t i = 0; i < r->thread_count; i++) {
        if (r->threads[i].number == number) {
            return &r->threads[i];
        }
    }
    return NULL;
}

void reader_thread(struct spoor_reader *r, uint32_t number, uint32_t priority, const void *name, size_t n)
{
    struct spoor_thread *t = (struct spoor_thread *)spoor_thread(r, number);

    if (t == NULL) {
        if (r->thread_count == r->thread_room) {
            size_t room = r->thread_room != 0 ? 2 * r->thread_room : 16;
            struct spoor_thread *threads = realloc(r->threads, room * sizeof *threads);

            if (threads == NULL) {
                reader_fail(r, -ENOMEM);
                return;
            }
            r->threads = threads;
            r->thread_room = room;
        }
        t = &r->threads[r->thread_count++];
    }
    *t = (struct spoor_thread){.number = number, .priority = priority};
    memcpy(t->name, name, n < sizeof t->name ? n : sizeof t->name - 1);
}

void reader_flush_pending(struct spoor_reader *r, int64_t lost)
{
    unsigned frames = r->pending.frames;

    if (frames == 0) {
        return;
    }
    r->pending.frames = 0;
    if (lost >= 0) {
        reader_say(r, "offset %llu: %s, %u packet%s skipped (%lld events lost)",
                   (unsigned long long)r->pending.offset, r->pending.why, frames, frames == 1 ? "" : "s",
                   (long long)lost);
    } else {
        reader_say(r, "offset %llu: %s, %u packet%s skipped", (unsigned long long)r->pending.offset,
                   r->pending.why, frames, frames == 1 ? "" : "s");
    }
}

void reader_free_items(struct spoor_reader *r)
{
    for (struct chunk *c = r->chunks, *next; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    for (unsigned i = 0; i < READER_CPUS_MAX; i++) {
        if (r->cpus[i] != NULL) {
            free(r->cpus[i]->lost_by_id);
            free(r->cpus[i]);
        }
    }
    free(r->threads);
    free(r->queue);
}
