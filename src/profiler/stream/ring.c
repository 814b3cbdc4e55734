/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings: opening and closing parts, what happens when one is full, time, and the reader's side. The
 * usual way of a record is in emit.c. Whatever touches a ring runs on its CPU with interrupts masked;
 * the reader, on any CPU, touches closed parts and `read` only. A part goes from the reader to the writer by
 * a compare-and-swap of `read`, whoever of the two makes it: so it's read or counted as lost, never both.
 */
#include <errno.h>
#include <hal/atomic.h>
#include <string.h>
#include <profiler/filter.h>
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

#define NOINIT __attribute__((section(".noinit")))

struct trace_ring trace_rings[CONFIG_CPUS] NOINIT;
uint32_t trace_losses[CONFIG_CPUS][CONFIG_TRACE_IDS] NOINIT;

#if UINTPTR_MAX == UINT32_MAX /* memory images are of 32-bit targets */

static uint32_t ring_hz NOINIT;

/* Only readers of the ELF file look at it: a section that the linker keeps. */
__attribute__((used, section(SPREAD_SECTION_RO("trace_ring_layout"))))
const struct wire_layout trace_ring_layout = {
    .rings = (uint32_t)trace_rings,
    .cpus = CONFIG_CPUS,
    .ring_bytes = sizeof(struct trace_ring),
    .parts_offset = offsetof(struct trace_ring, parts),
    .parts = CONFIG_TRACE_RING_PARTS,
    .part_bytes = sizeof(struct trace_part),
    .dropped_offset = offsetof(struct trace_ring, dropped),
    .overwritten_offset = offsetof(struct trace_ring, overwritten),
    .losses = (uint32_t)trace_losses,
    .ids = CONFIG_TRACE_IDS,
    .hz = (uint32_t)&ring_hz,
};

static void note_hz(void)
{
    ring_hz = port_cycles_hz();
}

#else

static void note_hz(void)
{
}

#endif

static uint32_t *part_end(struct trace_part *p)
{
    return p->records + TRACE_PART_ROOM;
}

/* Without an open part `next` must lie beyond `limit`, which is NULL then. */
static void no_part(struct trace_ring *r)
{
    r->part = NULL;
    r->next = r->parts[0].records;
    r->tick_next = r->last_time = NULL;
    ring_set_limit(r);
}

void ring_set_limit(struct trace_ring *r)
{
    bool open = r->part != NULL && !r->stopped && !r->muted && !r->hidden;

    r->limit = open ? part_end(r->part) - 2 : NULL;
}

static uint32_t unread(const struct trace_ring *r)
{
    return r->closed - __atomic_load_n(&r->read, __ATOMIC_ACQUIRE);
}

void ring_close(struct trace_ring *r)
{
    if (r->part == NULL) {
        return;
    }
    r->part->head.used_words = (uint32_t)(r->next - r->part->records);
    __atomic_store_n(&r->closed, r->closed + 1, __ATOMIC_RELEASE);
    no_part(r);
    if (r->trigger_parts != 0 && --r->trigger_parts == 0) {
        r->stopped = 1;
    }
}

void ring_drop(struct trace_ring *r, unsigned id)
{
    r->dropped++;
    trace_losses[r - trace_rings][id]++;
}

/* The oldest part makes room. What it held is lost, and counted so; time that the ring's size bounds. */
static void give_up_oldest(struct trace_ring *r)
{
    uint32_t read = __atomic_load_n(&r->read, __ATOMIC_RELAXED);

    if (!hal_atomic_cas(&r->read, read, read + 1)) {
        return; /* the reader has just given it back */
    }
    const struct trace_part *p = &r->parts[read % CONFIG_TRACE_RING_PARTS];
    const uint32_t *end = p->records + p->head.used_words;
    uint32_t *losses = trace_losses[r - trace_rings];

    for (const uint32_t *at = p->records; at < end;) {
        unsigned id = *at >> WIRE_TIME_BITS;
        unsigned words = trace_words[id];

        if (id != WIRE_ID_TIME) {
            r->overwritten++;
            losses[id]++;
        }
        at += 1 + (words == WIRE_WORDS_DATA ? 1 + (at[1] + 3) / 4 : words);
    }
}

static bool make_room(struct trace_ring *r)
{
    if (unread(r) < CONFIG_TRACE_RING_PARTS) {
        return true;
    }
    if (r->mode == WIRE_MODE_OVERWRITE || (r->mode == WIRE_MODE_STOP && r->trigger_parts != 0)) {
        give_up_oldest(r);
        return true;
    }
    if (r->mode == WIRE_MODE_STOP) {
        r->stopped = 1;
    }
    return false;
}

bool ring_open(struct trace_ring *r, uint64_t time)
{
    if (r->stopped || !make_room(r)) {
        return false;
    }
    struct trace_part *p = &r->parts[r->closed % CONFIG_TRACE_RING_PARTS];

    p->head = (struct wire_part){
        .magic = WIRE_PART_MAGIC,
        .number = r->closed + 1,
        .time_low = (uint32_t)time,
        .time_high = (uint32_t)(time >> 32),
        .used_words = WIRE_PART_OPEN,
        .dropped = r->dropped,
    };
    r->part = p;
    r->next = p->records;
    ring_set_limit(r);
    return true;
}

/* ------------------------------------------------------------------ time */

static void write_time(struct trace_ring *r, uint64_t time)
{
    if (r->last_time == NULL || r->last_time + 3 != r->next) {
        if (r->next + 3 > part_end(r->part)) {
            ring_close(r); /* the next part begins with a time of its own */
            return;
        }
        r->last_time = r->next;
        r->next += 3;
    }
    r->last_time[1] = (uint32_t)time;
    r->last_time[2] = (uint32_t)(time >> 32);
    r->last_time[0] = WIRE_HEADER_WORD(WIRE_ID_TIME) | ((uint32_t)time & WIRE_TIME_MASK);
}

void trace_ring_tick(void)
{
    uint32_t state;
    struct trace_ring *r = ring_enter(&state);

    if (r->part != NULL) {
        if (r->want_close && r->next != r->part->records) {
            ring_close(r);
        } else if (r->next == r->tick_next) {
            write_time(r, port_time());
        }
        r->want_close = 0;
    }
    r->tick_next = r->next;
    bool wake = unread(r) != 0 && r->mode == WIRE_MODE_STREAM;

    ring_leave(r, state);
    if (wake) {
        port_wake_drain();
    }
}

/* ------------------------------------------------------------------ set-up and modes */

static void clear_locked(struct trace_ring *r)
{
    if (r->part != NULL) {
        r->closed++;
    }
    __atomic_store_n(&r->read, r->closed, __ATOMIC_RELEASE); /* numbers go on: a reader notices */
    r->dropped = r->overwritten = r->unrecorded = r->trigger_parts = 0;
    r->stopped = r->want_close = 0;
    for (unsigned n = 0; n < CONFIG_TRACE_RING_PARTS; n++) {
        r->parts[n].head.magic = 0;
    }
    no_part(r);
}

void trace_rings_clear(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        uint32_t state = port_lock();

        ring_spin(&trace_rings[cpu]);
        clear_locked(&trace_rings[cpu]);
        memset(trace_losses[cpu], 0, sizeof trace_losses[cpu]);
        ring_leave(&trace_rings[cpu], state);
    }
}

void trace_rings_init(void)
{
    note_hz();
    memset(trace_losses, 0, sizeof trace_losses);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        memset(&trace_rings[cpu], 0, offsetof(struct trace_ring, parts));
        clear_locked(&trace_rings[cpu]);
    }
    trace_events_init();
}

int trace_rings_set_mode(enum wire_mode mode)
{
    if (mode > WIRE_MODE_STOP) {
        return -EINVAL;
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_rings[cpu].mode = (uint8_t)mode;
    }
    return 0;
}

void trace_rings_trigger(unsigned pre_parts)
{
    unsigned pre = pre_parts < CONFIG_TRACE_RING_PARTS ? pre_parts : CONFIG_TRACE_RING_PARTS - 1;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_rings[cpu].trigger_parts = CONFIG_TRACE_RING_PARTS - pre;
    }
}

void trace_rings_stop(bool stop)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        uint32_t state = port_lock();

        ring_spin(&trace_rings[cpu]);
        trace_rings[cpu].stopped = stop;
        if (stop) {
            ring_close(&trace_rings[cpu]);
        }
        ring_set_limit(&trace_rings[cpu]);
        ring_leave(&trace_rings[cpu], state);
    }
}

/* ------------------------------------------------------------------ the reader's side */

const struct trace_part *trace_ring_oldest(unsigned cpu)
{
    struct trace_ring *r = &trace_rings[cpu];

    r->lent = __atomic_load_n(&r->read, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&r->closed, __ATOMIC_ACQUIRE) == r->lent) {
        return NULL;
    }
    return &r->parts[r->lent % CONFIG_TRACE_RING_PARTS];
}

bool trace_ring_release(unsigned cpu)
{
    struct trace_ring *r = &trace_rings[cpu];

    return hal_atomic_cas(&r->read, r->lent, r->lent + 1);
}

bool trace_ring_take(unsigned cpu, struct trace_part *copy)
{
    uint32_t overwritten;

    do {
        const struct trace_part *p = trace_ring_oldest(cpu);

        if (p == NULL) {
            return false;
        }
        uint32_t used = p->head.used_words < TRACE_PART_ROOM ? p->head.used_words : TRACE_PART_ROOM;

        copy->head = p->head;
        for (uint32_t n = 0; n < used; n++) { /* the library's, made small, copies bytes */
            copy->records[n] = p->records[n];
        }
        overwritten = trace_rings[cpu].overwritten;
    } while (!trace_ring_release(cpu));
    copy->head.dropped += overwritten;
    return true;
}

void trace_ring_want_close(unsigned cpu)
{
    trace_rings[cpu].want_close = 1;
}

void trace_ring_hide(enum trace_hide hide)
{
    uint32_t state;
    struct trace_ring *r = ring_enter(&state);

    r->hidden = trace_filtering ? (uint8_t)hide : TRACE_HIDE_NONE; /* or nobody would come to show it again */
    ring_set_limit(r);
    ring_leave(r, state);
}

void trace_ring_mute(unsigned cpu, bool muted)
{
    struct trace_ring *r = &trace_rings[cpu];
    uint32_t state = port_lock();

    ring_spin(r);
    r->muted = muted;
    ring_set_limit(r);
    ring_leave(r, state);
}

#endif
