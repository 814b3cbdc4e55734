/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the buffer of ThreadX's event trace: each entry becomes a record. Switches aren't among the entries,
 * but each entry tells the thread that runs, and a suspension tells the next one.
 *
 * With several cores the number of the core is in the highest byte of an event's ID.
 */
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/vector.h>
#include "tracex_priv.h"

#define HEADER_BYTES  48
#define ENTRY_BYTES   32
#define OBJECT_BYTES  16 /* of an entry in the registry, without its name */
#define IN_INTERRUPT  UINT32_C(0xFFFFFFFF)
#define INITIALIZING  UINT32_C(0xF0F0F0F0)
#define INVALID_EVENT UINT32_C(0xFFFFFFFF)
#define HAS_PRIORITY  UINT32_C(0x80000000)
#define IDLE          1u /* number of the idle thread, which ThreadX doesn't have; no thread is at this address */
#define LOWEST        31u /* priority, unless a thread has a lower one */

struct entry {
    uint32_t thread, priority, id, time, info[4];
    unsigned cpu;
};

struct tracex {
    bool big; /* byte order */
    const uint8_t *bytes;
    size_t registry, registry_end, object_bytes, ring, ring_end, oldest;
    uint32_t mask; /* of the valid bits of times */
    bool is_smp;
};

/* ------------------------------------------------------------------ the file */

static uint32_t word_at(const struct tracex *t, size_t at)
{
    const uint8_t *b = t->bytes + at;

    return t->big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                  : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static bool has_mark(struct tracex *t, const uint8_t *bytes, size_t size)
{
    t->bytes = bytes;
    t->big = size >= 4 && memcmp(bytes, "TXTB", 4) == 0;
    return size >= HEADER_BYTES && (t->big || memcmp(bytes, "BTXT", 4) == 0);
}

/* Read the header. Its pointers are those of the target. @return false if they contradict each other */
static bool read_header(struct tracex *t, const uint8_t *bytes, size_t size)
{
    if (!has_mark(t, bytes, size)) {
        return false;
    }
    uint32_t base = word_at(t, 8), sizes = word_at(t, 16);

    t->mask = word_at(t, 4);
    t->registry = word_at(t, 12) - base;
    t->object_bytes = OBJECT_BYTES + (t->big ? sizes & 0xFFFF : sizes >> 16);
    t->registry_end = word_at(t, 20) - base;
    t->ring = word_at(t, 24) - base;
    t->ring_end = word_at(t, 28) - base;
    t->oldest = word_at(t, 32) - base;
    return t->mask != 0 && (t->mask & (t->mask + 1)) == 0 && t->registry >= HEADER_BYTES &&
           t->registry <= t->registry_end && t->registry_end <= t->ring && t->ring < t->ring_end &&
           t->ring_end <= UINT32_MAX / 2 && (t->ring_end - t->ring) % ENTRY_BYTES == 0 &&
           t->oldest >= t->ring && t->oldest < t->ring_end && (t->oldest - t->ring) % ENTRY_BYTES == 0;
}

static bool tracex_probe(const uint8_t *bytes, size_t size)
{
    struct tracex t;

    return has_mark(&t, bytes, size);
}

/* Read the entry that follows `n` others in the order of time. @return false if it is unused */
static bool read_entry(const struct tracex *t, size_t n, struct entry *e)
{
    size_t at = t->oldest + n * ENTRY_BYTES;

    at -= at >= t->ring_end ? t->ring_end - t->ring : 0;
    e->thread = word_at(t, at);
    e->priority = word_at(t, at + 4);
    e->id = word_at(t, at + 8);
    e->time = word_at(t, at + 12);
    for (unsigned k = 0; k < 4; k++) {
        e->info[k] = word_at(t, at + 16 + 4 * k);
    }
    if (e->thread == 0 || e->id == INVALID_EVENT) {
        return false;
    }
    e->cpu = e->id >> 24;
    e->id &= 0xFFFFFF;
    return true;
}

static size_t entry_count(const struct tracex *t)
{
    return (t->ring_end - t->ring) / ENTRY_BYTES;
}

/* ------------------------------------------------------------------ records */

struct thread {
    uint32_t priority, object, owner; /* what it asked for last */
    uint8_t asked;                    /* the state in which it would wait for it */
    uint8_t state;                    /* why it leaves the CPU, or left */
    bool has_priority;
};

struct cpu {
    uint32_t runs, next; /* next: the thread that was announced */
    uint64_t before;     /* time of the entry before */
    bool known, announced, some;
};

struct reading {
    struct foreign *to;
    const struct tracex *t;
    uint64_t time; /* of the entry */
    unsigned cpu_number;
    struct cpu cpus[FOREIGN_CPUS];
    struct hash by_number;
    struct thread *threads;
    struct thread none; /* without memory */
    size_t thread_count;
    uint32_t lowest; /* priority */
    bool failed;
    unsigned runs, waits, resume, resume_again, suspend, priority;
};

#define LEFT_NAMES                                                                                           \
    "preempted|yield|sleep|suspended|exited|queue|semaphore|event_flags|block_pool|byte_pool|io|file|"       \
    "network|mutex"
#define OBJECT_KINDS                                                                                         \
    "queue|semaphore|event_flags|block_pool|byte_pool||||mutex" /* from TRACEX_QUEUE_SUSP on */

enum { PREEMPTED = 0, YIELD = 1, SLEEP = 2, SUSPENDED = 3, EXITED = 4 };

static void describe(struct reading *r)
{
    r->runs = foreign_event(r->to, "switch", "reason:" LEFT_NAMES ",next:thread",
                            SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT);
    r->waits = foreign_event(r->to, "wait", "object:ptr,kind:" OBJECT_KINDS ",holder:thread",
                             SPOOR_WIRE_ROLE_WAIT << SPOOR_WIRE_ROLE_SHIFT);
    r->priority = foreign_event(r->to, "priority", "thread:thread,priority",
                                SPOOR_WIRE_ROLE_PRIORITY << SPOOR_WIRE_ROLE_SHIFT);
    r->resume = foreign_event(r->to, "thread_resume",
                              "how:ready|,thread:thread,object:ptr,state:" TRACEX_STATE_NAMES
                              ",stack:ptr,next:thread",
                              SPOOR_WIRE_ROLE_WAKE << SPOOR_WIRE_ROLE_SHIFT);
    r->resume_again = foreign_event(r->to, "thread_resume",
                                    "thread:thread,state:" TRACEX_STATE_NAMES ",stack:ptr,next:thread", 0);
    r->suspend = foreign_event(r->to, "thread_suspend",
                               "thread:thread,state:" TRACEX_STATE_NAMES ",stack:ptr,next:thread", 0);
}

static struct thread *thread_of(struct reading *r, uint32_t number)
{
    uint32_t index = hash_find_key(&r->by_number, number);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(r->threads, r->thread_count) ||
            !hash_add(&r->by_number, number, (uint32_t)r->thread_count)) {
            r->failed = true;
            return &r->none;
        }
        index = (uint32_t)r->thread_count++;
        r->threads[index] = (struct thread){.state = PREEMPTED};
    }
    return &r->threads[index];
}

static void put(struct reading *r, unsigned event, const uint32_t *word, unsigned words)
{
    foreign_record(r->to, r->cpu_number, r->time, event, word, words);
}

static uint32_t or_idle(struct reading *r, uint32_t thread)
{
    if (thread == 0) {
        foreign_thread(r->to, IDLE, "idle", 4, r->lowest, true);
    }
    return thread != 0 ? thread : IDLE;
}

static void switch_to(struct reading *r, struct cpu *c, uint64_t time, uint32_t next)
{
    if (c->known || c->some) {
        uint32_t reason = c->known && c->runs != IDLE ? thread_of(r, c->runs)->state : PREEMPTED;

        foreign_record(r->to, r->cpu_number, time, r->runs, (uint32_t[]){reason, next}, 2);
    } else {
        foreign_ran_first(r->to, r->cpu_number, next);
    }
    if (next != IDLE) {
        thread_of(r, next)->state = PREEMPTED;
    }
    c->runs = next;
    c->known = true;
}

/* Follow the thread that runs. If it was announced, it has run since the entry before. */
static void follow(struct reading *r, struct cpu *c, const struct entry *e)
{
    uint32_t runs = or_idle(r, e->thread == IN_INTERRUPT ? e->priority : e->thread);

    if (e->thread == INITIALIZING) {
        return;
    }
    if (!c->known || runs != c->runs) {
        bool since = c->announced && c->next == runs && !r->t->is_smp;

        switch_to(r, c, since ? c->before : r->time, runs);
    }
    struct thread *t =
        e->thread != IN_INTERRUPT && (e->priority & HAS_PRIORITY) != 0 ? thread_of(r, runs) : NULL;

    if (t != NULL && (!t->has_priority || t->priority != (e->priority & 0xFFFF))) {
        if (t->has_priority) {
            put(r, r->priority, (uint32_t[]){runs, e->priority & 0xFFFF}, 2);
        }
        t->has_priority = true;
        t->priority = e->priority & 0xFFFF;
    }
}

/* @return the state of a thread that waits after such an event; 0: none */
static uint8_t state_asked(uint32_t id)
{
    switch (id) {
    case TRACEX_QUEUE_SEND:
    case TRACEX_QUEUE_FRONT_SEND:
    case TRACEX_QUEUE_RECEIVE:
        return TRACEX_QUEUE_SUSP;
    case TRACEX_SEMAPHORE_GET:
        return TRACEX_SEMAPHORE_SUSP;
    case TRACEX_FLAGS_GET:
        return TRACEX_EVENT_FLAG;
    case TRACEX_BLOCK_ALLOCATE:
        return TRACEX_BLOCK_MEMORY;
    case TRACEX_BYTE_ALLOCATE:
        return TRACEX_BYTE_MEMORY;
    case TRACEX_MUTEX_GET:
        return TRACEX_MUTEX_SUSP;
    default:
        return 0;
    }
}

static uint8_t reason_of(uint32_t state)
{
    return state == TRACEX_READY || state >= TRACEX_CHANGES_PRIORITY ? PREEMPTED
           : state == TRACEX_COMPLETED || state == TRACEX_TERMINATED ? EXITED
           : state == TRACEX_SUSPENDED                               ? SUSPENDED
           : state == TRACEX_SLEEP                                   ? SLEEP
                                                                     : (uint8_t)state;
}

static void put_suspend(struct reading *r, struct cpu *c, const struct entry *e)
{
    uint32_t thread = e->info[0], state = e->info[1], next = or_idle(r, e->info[3]);
    struct thread *t = thread_of(r, thread);
    bool leaves = c->known && c->runs == thread && e->thread == thread && reason_of(state) != PREEMPTED;

    if (reason_of(state) != PREEMPTED) {
        t->state = reason_of(state);
    }
    if (leaves && t->asked == state && state != 0) {
        put(r, r->waits, (uint32_t[]){t->object, state - TRACEX_QUEUE_SUSP, t->owner}, 3);
    } else if (reason_of(state) != PREEMPTED) {
        t->asked = 0;
    }
    put(r, r->suspend, (uint32_t[]){thread, state, e->info[2], e->info[3]}, 4);
    if (leaves && !r->t->is_smp && next != thread) {
        switch_to(r, c, r->time, next);
    }
}

static void put_resume(struct reading *r, const struct entry *e)
{
    struct thread *t = thread_of(r, e->info[0]);
    uint32_t object = t->asked != 0 && t->asked == e->info[1] ? t->object : 0;

    if (reason_of(e->info[1]) == PREEMPTED) { /* it hasn't waited */
        put(r, r->resume_again, e->info, 4);
        return;
    }
    t->state = PREEMPTED;
    t->asked = 0;
    put(r, r->resume, (uint32_t[]){0, e->info[0], object, e->info[1], e->info[2], e->info[3]}, 6);
}

static void put_other(struct reading *r, const struct cpu *c, const struct entry *e)
{
    const struct tracex_event *known = tracex_event(e->id);
    uint32_t word[4];
    unsigned words = 0;
    char name[24];

    if (known == NULL) {
        tracex_name(name, sizeof name, e->id);
        put(r, foreign_event(r->to, name, "info1:x32,info2:x32,info3:x32,info4:x32", 0), e->info, 4);
        return;
    }
    for (const char *o = known->order; *o != 0; o++) {
        word[words++] = e->info[*o - '1'];
    }
    put(r, foreign_event(r->to, known->name, known->fields, (unsigned)known->role << SPOOR_WIRE_ROLE_SHIFT),
        word, words);
    if (e->id == TRACEX_PRIORITY_CHANGE) {
        thread_of(r, e->info[0])->has_priority = true;
        thread_of(r, e->info[0])->priority = e->info[1];
    } else if (e->id == TRACEX_RELINQUISH && c->known && c->runs == e->thread) {
        thread_of(r, e->thread)->state = YIELD;
    } else if (state_asked(e->id) != 0 && c->known && c->runs == e->thread) {
        struct thread *t = thread_of(r, e->thread);

        t->asked = state_asked(e->id);
        t->object = e->info[0];
        t->owner = e->id == TRACEX_MUTEX_GET ? e->info[2] : 0;
    }
}

static void put_entry(struct reading *r, const struct entry *e)
{
    struct cpu *c = &r->cpus[e->cpu % FOREIGN_CPUS];

    r->cpu_number = e->cpu;
    follow(r, c, e);
    if (e->id == TRACEX_SUSPEND) {
        put_suspend(r, c, e);
    } else if (e->id == TRACEX_RESUME) {
        put_resume(r, e);
    } else {
        put_other(r, c, e);
    }
    if (e->id == TRACEX_SUSPEND || e->id == TRACEX_RESUME || e->id == TRACEX_TIME_SLICE) {
        c->announced = true;
        c->next = or_idle(r, e->info[e->id == TRACEX_TIME_SLICE ? 0 : 3]);
    }
    c->before = r->time;
    c->some = true;
}

/* ------------------------------------------------------------------ conversion */

enum { TYPE_THREAD = 1 };

/* Pass on the names in the registry. An entry that is available again still has the name of its last object.
 */
static uint32_t read_registry(struct foreign *f, const struct tracex *t, size_t size)
{
    uint32_t lowest = LOWEST;

    for (size_t at = t->registry; at + t->object_bytes <= t->registry_end && at + t->object_bytes <= size;
         at += t->object_bytes) {
        const char *name = (const char *)t->bytes + at + OBJECT_BYTES;
        const uint8_t *head = t->bytes + at;
        uint32_t object = word_at(t, at + 4), priority = (head[2] & 0x7Fu) << 8 | head[3];
        bool has_priority = (head[2] & 0x80) != 0;
        size_t n = strnlen(name, t->object_bytes - OBJECT_BYTES);

        if (head[1] == TYPE_THREAD && object != 0) {
            foreign_thread(f, object, name, n, has_priority ? priority : FOREIGN_NO_PRIORITY, false);
            lowest = has_priority && priority > lowest ? priority : lowest;
        } else if (head[1] != 0 && object != 0) {
            foreign_name(f, SPOOR_WIRE_NAMED_OBJECT, object, name, n);
        }
    }
    return lowest;
}

static void read_all(struct reading *r)
{
    struct entry e;
    uint64_t time = 0;
    uint32_t last = 0;
    bool some = false;

    describe(r);
    for (size_t n = 0; n < entry_count(r->t) && !foreign_failed(r->to) && !r->failed; n++) {
        if (read_entry(r->t, n, &e)) {
            time += some ? (e.time - last) & r->t->mask : e.time & r->t->mask;
            last = e.time;
            some = true;
            r->time = time;
            put_entry(r, &e);
        }
    }
}

static bool tracex_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct tracex t = {.is_smp = false};
    struct entry e;

    if (!read_header(&t, bytes, size)) {
        return foreign_refuse(f, "its header is damaged, or a pointer in it is outside of the buffer");
    }
    if (!foreign_has_rate(f)) {
        return foreign_refuse(f, "the rate of its times isn't in the file: give that of the trace's time "
                                 "source by --rate HZ");
    }
    if (size < t.ring_end) {
        foreign_note(f, "without the last %zu bytes of the buffer, which aren't in the file",
                     t.ring_end - size);
        t.ring_end = size > t.ring ? size - (size - t.ring) % ENTRY_BYTES : t.ring;
        t.oldest = t.oldest < t.ring_end ? t.oldest : t.ring;
    }
    if (t.mask != UINT32_MAX) {
        foreign_note(f, "its times have %d bits: a longer pause without an event looks shorter",
                     __builtin_popcount(t.mask));
    }
    for (size_t n = 0; n < entry_count(&t); n++) {
        t.is_smp |= read_entry(&t, n, &e) && e.cpu != 0;
    }
    struct reading r = {.to = f, .t = &t};

    r.lowest = read_registry(f, &t, size);
    foreign_priorities(f, r.lowest, 0);
    read_all(&r);
    hash_free(&r.by_number);
    free(r.threads);
    return !r.failed;
}

static const struct foreign_format tracex_format = {
    .name = "TraceX",
    .summary = "the buffer of ThreadX's event trace, as TraceX opens it",
    .order = 1,
    .needs_code = true,
    .probe = tracex_probe,
    .read = tracex_read,
};
SPOOR_FOREIGN(tracex);
