/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of recordings in a file, and the accounts, threads and names of the current one. A file may
 * contain any number of recordings; the earliest are summed up to bound memory.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <elf/opened.h>
#include "reader_priv.h"

#define KEPT_MAX 16

/* ------------------------------------------------------------------ the list */

static void free_recording(struct spoor_recording *rec)
{
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        free(rec->account[cpu].ids);
    }
    for (size_t n = 0; n < rec->filter_count; n++) {
        free(rec->filters[n]);
    }
    free(rec->filters);
    free(rec);
}

/* Add the accounts of a recording to those of the first. It takes over counts that the first one lacks. */
static void sum_up(struct spoor_recording *to, struct spoor_recording *from)
{
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        struct spoor_account *a = &to->account[cpu];
        struct spoor_account *b = &from->account[cpu];

        a->seen |= b->seen;
        a->told |= b->told;
        a->until = b->until > a->until ? b->until : a->until;
        a->decoded += b->decoded;
        a->lost += b->lost;
        a->cleared += b->cleared;
        a->in_gaps += b->in_gaps;
        a->missing += b->missing;
        a->unread += b->unread;
        a->cut += b->cut;
        a->before += b->before;
        a->skipped += b->skipped;
        a->sent += b->sent;
        a->unread_end |= b->unread_end;
        if (a->ids == NULL) {
            a->ids = b->ids;
            b->ids = NULL;
        }
        for (unsigned id = 0; b->ids != NULL && id < SPOOR_WIRE_IDS; id++) {
            a->ids[id].decoded += b->ids[id].decoded;
            a->ids[id].bytes += b->ids[id].bytes;
            a->ids[id].sum += b->ids[id].sum;
            a->ids[id].lost += b->ids[id].lost;
        }
    }
    to->cpus = to->cpus > from->cpus ? to->cpus : from->cpus;
}

static void forget_names(struct spoor_reader *r)
{
    for (size_t i = 0; i < r->thread_count; i++) {
        free((char *)r->threads[i].name);
    }
    for (size_t i = 0; i < r->name_count; i++) {
        free(r->names[i]);
    }
    r->names_version++;
    r->thread_count = r->name_count = 0;
    hash_free(&r->thread_map);
    for (unsigned kind = 0; kind < sizeof r->name_map / sizeof r->name_map[0]; kind++) {
        hash_free(&r->name_map[kind]);
    }
}

bool recording_begin(struct spoor_reader *r, uint32_t id)
{
    struct spoor_recording *rec = calloc(1, sizeof *rec);

    if (rec == NULL || !VECTOR_GROW(r->recordings, r->recording_count)) {
        free(rec);
        reader_fail(r, -ENOMEM);
        return false;
    }
    if (r->recording_count == KEPT_MAX) {
        sum_up(r->recordings[0], r->recordings[1]);
        free_recording(r->recordings[1]);
        memmove(r->recordings + 1, r->recordings + 2, (KEPT_MAX - 2) * sizeof rec);
        r->recording_count--;
    }
    r->border = false;
    r->recents = 0; /* the new recording may repeat packets of the previous one */
    rec->id = id;
    rec->header.hz = r->assumed_hz;
    rec->index = r->recordings_begun++;
    r->recordings[r->recording_count++] = r->now = rec;
    memset(r->cpu, 0, sizeof r->cpu);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        r->part[cpu].all = 0;
        if (r->dense[cpu] != NULL) {
            r->dense[cpu]->valid = false;
        }
    }
    forget_names(r);
    r->last_time = 0;
    r->stated = r->unsure = false;
    lanes_restart(&r->lanes);
    reader_push(r, SPOOR_BEGIN, LANES_COMMON, r->last_time)->count = rec->index;
    return true;
}

void recording_free_all(struct spoor_reader *r)
{
    for (size_t i = 0; i < r->recording_count; i++) {
        free_recording(r->recordings[i]);
    }
    forget_names(r);
    free(r->recordings);
    free(r->threads);
    free(r->names);
}

const struct spoor_recording *spoor_recording(const struct spoor_reader *r)
{
    static const struct spoor_recording none;

    return r->now != NULL ? r->now : &none;
}

unsigned spoor_recordings(const struct spoor_reader *r)
{
    return (unsigned)r->recording_count;
}

const struct spoor_recording *spoor_recording_nth(const struct spoor_reader *r, unsigned n)
{
    return r->recordings[n];
}

/*
 * Rings may have stopped at different times, and the last records of some may not have been received. A CPU
 * is known up to its last record, or up to the time until which it reported that everything was sent. From
 * then on it gets an ENDED item if other CPUs have later items.
 */
void recording_end(struct spoor_reader *r)
{
    struct spoor_recording *rec = r->now;

    if (rec == NULL) {
        return;
    }
    filter_end(r);
    uint64_t end = r->last_time;

    if (r->turns_out < r->turn_count && r->turns[r->turn_count - 1].time > end) {
        end = r->turns[r->turn_count - 1].time;
    }
    for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
        const struct spoor_account *a = &rec->account[cpu];
        uint64_t last = r->cpu[cpu].last_time;
        bool all_came = a->told && a->cut == 0 && losses_are_placed(r, cpu);
        uint64_t until = all_came && a->until > last ? a->until : last;

        if (until < end) {
            reader_push(r, SPOOR_ENDED, cpu, until)->until = until;
        }
    }
    r->lanes.open = true;
}

/* ------------------------------------------------------------------ accounts */

struct spoor_account *recording_account(struct spoor_reader *r, uint32_t cpu)
{
    struct spoor_recording *rec = r->now;

    if (cpu >= SPOOR_CPUS_MAX || (rec->header.seen && cpu >= rec->header.cpus)) {
        return NULL;
    }
    struct spoor_account *a = &rec->account[cpu];

    if (a->ids == NULL) {
        a->ids = calloc(SPOOR_WIRE_IDS, sizeof *a->ids);
        if (a->ids == NULL) {
            reader_fail(r, -ENOMEM);
            return NULL;
        }
    }
    a->seen = true;
    if (cpu >= rec->cpus) {
        rec->cpus = cpu + 1;
    }
    return a;
}

/* ------------------------------------------------------------------ threads and names */

static char *copy_name(const void *name, size_t n)
{
    char *copy = malloc(n + 1);

    if (copy != NULL) {
        if (n > 0) {
            memcpy(copy, name, n);
        }
        copy[n] = 0;
    }
    return copy;
}

void recording_thread(struct spoor_reader *r, uint32_t number, uint32_t priority, const void *name, size_t n)
{
    uint32_t index = hash_find_key(&r->thread_map, number);
    struct spoor_thread *t = index != HASH_NONE ? &r->threads[index] : NULL;
    char *copy = NULL;

    if (t == NULL || strlen(t->name) != n || memcmp(t->name, name, n) != 0) {
        copy = copy_name(name, n);
        if (copy == NULL) {
            reader_fail(r, -ENOMEM);
            return;
        }
    }
    if (t == NULL) {
        if (!VECTOR_GROW(r->threads, r->thread_count) ||
            !hash_add(&r->thread_map, number, (uint32_t)r->thread_count)) {
            free(copy);
            reader_fail(r, -ENOMEM);
            return;
        }
        t = &r->threads[r->thread_count++];
        *t = (struct spoor_thread){.number = number, .from = r->last_time};
    }
    if (copy != NULL) {
        r->names_version++;
        free((char *)t->name);
        t->name = copy;
    }
    t->priority = priority;
    t->to = r->last_time;
}

void recording_idle(struct spoor_reader *r, uint32_t number)
{
    uint32_t index = hash_find_key(&r->thread_map, number);

    if (index != HASH_NONE) {
        r->threads[index].idle = true;
    }
}

void recording_take_name(struct spoor_reader *r, const struct spoor_item *item)
{
    if (item->bytes >= 8) {
        recording_thread(r, elf_word(item->data), elf_word(item->data + 4), item->data + 8, item->bytes - 8);
    }
}

const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number)
{
    uint32_t index = hash_find_key(&r->thread_map, number);

    return index != HASH_NONE ? &r->threads[index] : NULL;
}

const struct spoor_thread *spoor_thread_nth(const struct spoor_reader *r, size_t n)
{
    return n < r->thread_count ? &r->threads[n] : NULL;
}

bool spoor_is_idle(const struct spoor_reader *r, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(r, number);

    return t != NULL && t->idle;
}

void recording_name(struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key, const void *name,
                    size_t n)
{
    uint32_t index = hash_find_key(&r->name_map[kind], key);
    char *copy = copy_name(name, n);

    if (copy == NULL) {
        reader_fail(r, -ENOMEM);
        return;
    }
    r->names_version++;
    if (index != HASH_NONE) {
        free(r->names[index]);
        r->names[index] = copy;
    } else if (VECTOR_GROW(r->names, r->name_count) &&
               hash_add(&r->name_map[kind], key, (uint32_t)r->name_count)) {
        r->names[r->name_count++] = copy;
    } else {
        free(copy);
        reader_fail(r, -ENOMEM);
    }
}

static bool is_taken(const struct spoor_reader *r, const char *name)
{
    for (size_t n = 0; n < r->name_count; n++) {
        if (strcmp(r->names[n], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Limits the search: a target has few objects of one kind, but a damaged file may have thousands. */
#define NUMBERED_MOST 100

/* Compose names like "queue of main" and "queue 2 of main". */
static void compose(char *text, size_t bytes, const char *kind, unsigned number, const char *maker)
{
    int used = snprintf(text, bytes, "%s", kind);

    if (number > 1) {
        used += snprintf(text + used, bytes - (size_t)used, " %u", number);
    }
    if (maker != NULL) {
        snprintf(text + used, bytes - (size_t)used, " of %s", maker);
    }
}

void recording_name_kind(struct spoor_reader *r, uint32_t key, const char *kind,
                         const struct spoor_thread *maker)
{
    const char *own = spoor_named(r, SPOOR_WIRE_NAMED_OBJECT, key);
    char text[64], free_one[sizeof text] = "";

    for (unsigned number = 1; number <= NUMBERED_MOST; number++) {
        compose(text, sizeof text, kind, number, maker != NULL ? maker->name : NULL);
        if (own != NULL && strcmp(own, text) == 0) {
            return; /* it has this name already */
        }
        if (free_one[0] == 0 && !is_taken(r, text)) {
            memcpy(free_one, text, sizeof text);
        }
    }
    const char *name = free_one[0] != 0 ? free_one : kind;

    recording_name(r, SPOOR_WIRE_NAMED_OBJECT, key, name, strlen(name));
}

uint32_t spoor_names_version(const struct spoor_reader *r)
{
    return r->names_version;
}

const char *spoor_named(const struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key)
{
    uint32_t index = hash_find_key(&r->name_map[kind], key);

    return index != HASH_NONE ? r->names[index] : NULL;
}
