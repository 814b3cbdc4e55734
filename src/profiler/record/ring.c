/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Making room in a ring: opening, closing and evicting sub-buffers. emit.c has the fast path of recording,
 * ring_time.c the records of the time, read.c the reader.
 *
 * Everything is done in steps, each with interrupts masked for about 20 instructions. An interrupt between
 * two steps may perform them itself, so each step checks whether the previous one is still valid (`changes`).
 * A sub-buffer is transferred from the reader to the writer by a compare-and-swap of `read` on either side:
 * it is either read or counted as lost, never both.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include "ring_priv.h"

#define SPOOR_NOINIT __attribute__((section(".noinit")))

struct trace_ring trace_rings[CONFIG_CPUS] SPOOR_NOINIT;
bool trace_rings_streamed;
#if CONFIG_TRACE_LOSSES_BY_ID
uint32_t trace_losses[CONFIG_CPUS][CONFIG_TRACE_IDS] SPOOR_NOINIT;
#endif

void spoor_ring_set_limit(struct trace_ring *r)
{
    if (trace_ring_is_careful(r)) {
        return;
    }
    r->limit[0] = spoor_ring_limit(r, r->paused);
    r->limit[1] = CONFIG_TRACE_FILTERS ? spoor_ring_limit(r, r->paused & ~TRACE_PAUSED_THREADS) : r->limit[0];
}

void spoor_ring_note_stop(struct trace_ring *r)
{
    if (!(r->paused & TRACE_PAUSED_STOPPED)) {
        r->stopped_at = spoor_port_time();
    }
}

static void count_trigger(struct trace_ring *r)
{
    spoor_ring_note_stop(r);
    uint32_t state = spoor_ring_enter_on(r);

    if (r->trigger_subbufs != 0 && --r->trigger_subbufs == 0) {
        r->paused |= TRACE_PAUSED_STOPPED;
        spoor_ring_set_limit(r);
    }
    spoor_ring_leave(r, state);
}

/* Without an open sub-buffer the limits are NULL, so `next` exceeds them. */
void spoor_ring_close(struct trace_ring *r, struct trace_subbuf *p)
{
    uint32_t state = spoor_ring_enter_on(r);
    bool closes = p != NULL && r->open == p; /* false if an interrupt has closed it */

    if (closes) {
        p->head.used_words = (uint32_t)(r->next - p->records);
        spoor_store_last(&r->closed, r->closed + 1);
        r->open = NULL;
        r->limit[0] = r->limit[1] = NULL;
    }
    spoor_ring_leave(r, state);
    if (CONFIG_TRACE_RING_MODES && closes && r->trigger_subbufs != 0) {
        count_trigger(r);
    }
}

#if CONFIG_TRACE_LOSSES_BY_ID

static uint32_t *losses_of(const struct trace_ring *r)
{
    return trace_losses[CONFIG_CPUS > 1 ? r - trace_rings : 0];
}

static inline void lose_id(uint32_t *losses, unsigned id)
{
    losses[id]++;
}

#else

static inline uint32_t *losses_of(const struct trace_ring *r)
{
    (void)r;
    return NULL;
}

static inline void lose_id(uint32_t *losses, unsigned id)
{
    (void)losses;
    (void)id;
}

#endif

void spoor_ring_lose(struct trace_ring *r, uint32_t *count, unsigned id)
{
    (*count)++;
    lose_id(losses_of(r), id);
}

/* ------------------------------------------------------------------ overwriting the oldest */

/* What was stored is in memory before what is stored next, as a copy of the memory after a fault shows. */
static inline void ring_stored(void)
{
    __asm__ volatile("" ::: "memory");
}

static bool evicts(const struct trace_ring *r)
{
    return spoor_ring_mode(r) == SPOOR_WIRE_MODE_OVERWRITE ||
           (spoor_ring_mode(r) == SPOOR_WIRE_MODE_STOP && r->trigger_subbufs != 0);
}

static bool has_room(const struct trace_ring *r)
{
    bool evicting = SPOOR_RING_EVICTS && r->walk < r->walk_end;

    return !evicting && spoor_ring_unread(r) < trace_ring_subbufs(r);
}

/*
 * Take the sub-buffer from the reader. Interrupts must be masked.
 *
 * @return false if the reader has released it
 */
static bool take_oldest(struct trace_ring *r, uint32_t read)
{
#if CONFIG_CPUS > 1
    return spoor_atomic_cas(&r->read, read, read + 1);
#else
    bool taken = r->read == read; /* the reader is interrupted or inactive */

    if (taken) {
        r->read = read + 1;
    }
    return taken;
#endif
}

/*
 * Claim the sub-buffer `read`, which was the oldest when `closed` sub-buffers were closed, if it still is the
 * oldest. From then on neither the reader nor the writer of an unfinished record in it owns it.
 */
static void claim_oldest(struct trace_ring *r, uint32_t closed, uint32_t read)
{
    unsigned n = trace_ring_slot(r, read);
    struct trace_subbuf *p = &trace_ring_first(r)[n];
    uint16_t *pending = &r->pending[n];
    const uint32_t *end = p->records + p->head.used_words;

    __asm__("" : "+r"(read), "+r"(p), "+r"(pending), "+r"(end)); /* computed before interrupts are masked */
    uint32_t state = spoor_ring_enter_on(r);

    if (r->closed == closed && r->walk >= r->walk_end && take_oldest(r, read)) {
        r->walk = p->records; /* first, so that a copy of the memory shows the eviction */
        r->walk_end = end;
        ring_stored();
        p->head.number = 0;
        *pending = 0;
        r->changes++; /* invalidates another CPU's earlier snapshot */
    }
    spoor_ring_leave(r, state);
}

/*
 * Count one record of the evicted sub-buffer as lost. Other CPUs read `walk` unlocked, so it is stored once;
 * and last, so that a copy of the memory shows an eviction until all is counted.
 */
static inline void evict_record(struct trace_ring *r, const uint32_t *at, uint32_t *losses)
{
    unsigned id = *at >> SPOOR_WIRE_TIME_BITS;
    unsigned words = trace_words_of(id);
    const uint32_t *next = at + 1 + words;

    if (__builtin_expect(words == SPOOR_WIRE_WORDS_DATA, 0)) {
        next = at + 2 + (at[1] + 3) / 4;
    }
    if (id != SPOOR_WIRE_ID_TIME &&
        id != SPOOR_WIRE_ID_UNFINISHED) { /* an unfinished record is counted by its writer */
        r->overwritten++;
        lose_id(losses, id);
    }
    ring_stored();
    *(const uint32_t *volatile *)&r->walk = next;
}

static void evict_claimed(struct trace_ring *r)
{
    uint32_t *losses = losses_of(r);
    bool more = true;

    while (more) {
        uint32_t state = spoor_ring_enter_on(r);

        more = r->walk < r->walk_end;
        if (more) {
            evict_record(r, r->walk, losses);
        }
        spoor_ring_leave(r, state);
    }
}

/*
 * Evict the oldest sub-buffer if that makes room. An interrupt completes an eviction that it interrupted.
 *
 * @param closed  number of closed sub-buffers when none was open
 * @return whether to check for room again
 */
static bool make_room(struct trace_ring *r, uint32_t closed)
{
    bool full = spoor_ring_unread(r) == trace_ring_subbufs(r) && evicts(r);

    if (full) {
        claim_oldest(r, closed, closed - trace_ring_subbufs(r));
    }
    evict_claimed(r);
    return full;
}

void spoor_ring_evict(struct trace_ring *r, uint32_t last)
{
    evict_claimed(r);
    for (uint32_t read; (int32_t)(last - (read = spoor_load_first(&r->read))) > 0;) {
        claim_oldest(r, __atomic_load_n(&r->closed, __ATOMIC_RELAXED), read);
        evict_claimed(r);
    }
}

/* ------------------------------------------------------------------ opening a sub-buffer */

/* A snapshot of a ring before the next step. The step is only done if the snapshot is still valid. */
struct snapshot {
    struct trace_ring *ring;
    struct trace_subbuf *open;
    uint32_t closed, changes;
    enum { SNAPSHOT_ROOM, SNAPSHOT_FULL, SNAPSHOT_CLOSED, SNAPSHOT_PAUSED } state;
};

static struct snapshot take_snapshot(unsigned words, unsigned ignored)
{
    uint32_t state;
    struct trace_ring *r = spoor_ring_enter(&state);
    struct snapshot f = {r, r->open, r->closed, r->changes, SNAPSHOT_ROOM};

    if (r->paused & ~ignored) {
        r->unrecorded++;
        f.state = SNAPSHOT_PAUSED;
    } else if (f.open == NULL) {
        f.state = SNAPSHOT_CLOSED;
    } else if (r->next + words + 1 + (trace_ring_is_careful(r) ? SPOOR_RING_TIME_WORDS : 0) >
               spoor_ring_end(f.open)) {
        f.state = SNAPSHOT_FULL;
    }
    spoor_ring_leave(r, state);
    return f;
}

static inline bool still_valid(const struct snapshot *f)
{
    return f->ring->open == NULL && f->ring->closed == f->closed && f->ring->changes == f->changes;
}

/*
 * Fill the header, except the number, without which the sub-buffer is empty, and the time. The time must be
 * read when the sub-buffer is opened, or the times in it would lack a wrap. If a writer has an unfinished
 * record in the previous contents, from before a clear, it no longer owns any of it.
 */
static void prepare_head(const struct snapshot *f, struct trace_subbuf *p)
{
    uint32_t magic = SPOOR_WIRE_SUBBUF_MAGIC, open = SPOOR_WIRE_SUBBUF_OPEN;
    uint16_t *pending = &f->ring->pending[p - trace_ring_first(f->ring)];

    __asm__("" : "+r"(magic), "+r"(open), "+r"(p), "+r"(pending)); /* computed before interrupts are masked */
    uint32_t state = spoor_ring_enter_on(f->ring);

    if (still_valid(f)) {
        p->head.number = 0;
        p->head.magic = magic;
        p->head.used_words = open;
        *pending = 0;
        f->ring->tick_next = NULL;
    }
    spoor_ring_leave(f->ring, state);
}

static void open_subbuf(const struct snapshot *f, struct trace_subbuf *p)
{
    struct trace_ring *r = f->ring;
    uint64_t time = spoor_port_time();
    uint32_t low = (uint32_t)time, high = (uint32_t)(time >> 32);

    __asm__("" : "+r"(low), "+r"(high), "+r"(p));
    uint32_t state = spoor_ring_enter_on(r);

    if (still_valid(f)) {
        p->head.number = f->closed + 1;
        p->head.time_low = low;
        p->head.time_high = high;
        p->head.dropped = r->dropped;
        p->head.clears = CONFIG_TRACE_CLEARS ? r->clears : 0;
        p->head.cleared = CONFIG_TRACE_CLEARS ? r->cleared : 0;
        r->open = p; /* the limits aren't set yet: records take the slow path */
        r->next = p->records;
    }
    spoor_ring_leave(r, state);
}

static void set_limits(struct trace_ring *r)
{
    uint32_t state = spoor_ring_enter_on(r);

    spoor_ring_set_limit(r);
    spoor_ring_leave(r, state);
}

/*
 * Handle a full ring: stop it, or lose the record. The loss is counted before the next sub-buffer opens, so
 * that the gap is in the right place.
 *
 * @return whether to check for room again
 */
static bool lose_or_stop(const struct snapshot *f, unsigned id)
{
    struct trace_ring *r = f->ring;
    bool stops = spoor_ring_mode(r) == SPOOR_WIRE_MODE_STOP, valid;

    if (stops) {
        spoor_ring_note_stop(r);
    }
    uint32_t state = spoor_ring_enter_on(r);

    valid = still_valid(f);
    if (valid && stops) {
        r->paused |= TRACE_PAUSED_STOPPED;
    } else if (valid) {
        spoor_ring_lose(r, &r->dropped, id);
    }
    spoor_ring_leave(r, state);
    return !valid || stops;
}

bool spoor_ring_prepare(unsigned id, unsigned words)
{
    unsigned ignored = CONFIG_TRACE_FILTERS && spoor_in_isr() ? TRACE_PAUSED_THREADS : 0;

    for (;;) {
        struct snapshot f = take_snapshot(words, ignored);
        struct trace_subbuf *p = &trace_ring_first(f.ring)[trace_ring_slot(f.ring, f.closed)];

        if (f.state == SNAPSHOT_ROOM) {
            set_limits(f.ring);
            return true;
        }
        if (f.state == SNAPSHOT_PAUSED) {
            return false;
        }
        if (f.state == SNAPSHOT_FULL) {
            spoor_ring_close(f.ring, f.open);
            continue;
        }
        if (CONFIG_TRACE_RING_MODES && make_room(f.ring, f.closed)) {
            continue;
        }
        if (has_room(f.ring)) {
            prepare_head(&f, p);
            open_subbuf(&f, p);
        } else if (!evicts(f.ring) && !lose_or_stop(&f, id)) {
            return false;
        }
    }
}

#endif
