/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Set-up of the rings: their layout, their contents after a reset, their modes; clearing and stopping them.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <spoor/core/selection.h>
#include <spoor/port/hooks.h>
#include "ring_priv.h"

#define SPOOR_NOINIT __attribute__((section(".noinit")))

/*
 * If ticks are at most this far apart, even a tick that is one period late comes in time, and the ring
 * needn't be careful.
 */
#define TICK_CYCLES_BITS (SPOOR_WIRE_TIME_BITS - 2)

struct spoor_wire_life trace_life SPOOR_NOINIT;
#if CONFIG_TRACE_SURVIVORS
static bool survived;
#else
enum { survived = false };
#endif

#if UINTPTR_MAX == UINT32_MAX /* memory images only exist for 32-bit targets */

static uint32_t spoor_ring_hz SPOOR_NOINIT;

/* Used only by readers of the ELF file, so it is in a section that the linker keeps. */
__attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_ring_layout"))))
const struct spoor_wire_layout trace_ring_layout = {
    .rings = (uint32_t)trace_rings,
    .cpus = CONFIG_CPUS,
    .ring_bytes = sizeof(struct trace_ring),
#if CONFIG_TRACE_RING_MEMORY
    .subbufs_offset = offsetof(struct trace_ring, memory),
    .subbufs = 0,
#else
    .subbufs_offset = offsetof(struct trace_ring, subbufs),
    .subbufs = CONFIG_TRACE_RING_SUBBUFS,
#endif
    .subbuf_bytes = sizeof(struct trace_subbuf),
    .dropped_offset = offsetof(struct trace_ring, dropped),
    .overwritten_offset = offsetof(struct trace_ring, overwritten),
#if CONFIG_TRACE_LOSSES_BY_ID
    .losses = (uint32_t)trace_losses,
    .ids = CONFIG_TRACE_IDS,
#endif
    .hz = (uint32_t)&spoor_ring_hz,
    .life = (uint32_t)&trace_life,
    .cleared_offset = offsetof(struct trace_ring, cleared),
};

/* Readers of memory images also use the words before `dropped` and after `cleared`. */
SPOOR_STATIC_ASSERT(offsetof(struct trace_ring, walk) == offsetof(struct trace_ring, dropped) - 8 &&
                        offsetof(struct trace_ring, walk_end) == offsetof(struct trace_ring, dropped) - 4 &&
                        offsetof(struct trace_ring, mode) == offsetof(struct trace_ring, cleared) + 8 &&
                        offsetof(struct trace_ring, paused) == offsetof(struct trace_ring, cleared) + 9 &&
                        offsetof(struct trace_ring, stopped_at) == offsetof(struct trace_ring, cleared) + 24,
                    "readers of memory images depend on these offsets");

static void note_hz(void)
{
    spoor_ring_hz = spoor_port_cycles_hz();
}

#else

static void note_hz(void)
{
}

#endif

/* ------------------------------------------------------------------ set-up */

static void set_survived(bool settled)
{
#if CONFIG_TRACE_SURVIVORS
    survived = settled;
#else
    (void)settled;
#endif
}

#if CONFIG_TRACE_CLEARS

/*
 * Update a sub-buffer that an interrupt opened meanwhile. It is kept, because it was opened after the clear.
 */
static void note_clear(struct trace_ring *r)
{
    if (r->open != NULL) {
        r->open->head.dropped = r->dropped;
        r->open->head.clears = r->clears;
        r->open->head.cleared = r->cleared;
    }
}

/* Add the losses so far to the cleared records. The ring must be locked. */
static void forget_losses(struct trace_ring *r)
{
    r->cleared += r->dropped + r->overwritten;
    r->dropped = r->overwritten = 0;
}

/*
 * Clear a ring. Each discarded record is counted, except records from before a reset: these are a separate
 * recording, and their contents aren't trusted.
 *
 * @return the number of the last cleared sub-buffer
 */
static uint32_t clear_ring(struct trace_ring *r, bool counted)
{
    spoor_ring_close(r, r->open);
    uint32_t closed = r->closed;

    if (counted) {
        spoor_ring_evict(r, closed);
    }
    uint32_t state = spoor_ring_enter_on(r);

    r->changes++;
    if (counted) {
        forget_losses(r);
        r->clears++;
        note_clear(r);
    } else {
        spoor_store_last(&r->read, closed); /* the numbers continue, so a reader notices */
        r->dropped = r->overwritten = r->cleared = r->clears = 0;
    }
    spoor_ring_leave(r, state);
    state = spoor_ring_enter_on(r);
    r->trigger_subbufs = 0;
    r->want_close = 0;
    r->paused &= (uint8_t)~TRACE_PAUSED_STOPPED;
    r->unrecorded = 0;
    spoor_ring_leave(r, state);
    return closed;
}

/* Clear a sub-buffer, unless it was opened meanwhile. */
static void clear_subbuf(struct trace_ring *r, unsigned n, uint32_t last)
{
    uint32_t state = spoor_ring_enter_on(r);

    if ((int32_t)(trace_ring_first(r)[n].head.number - last) <= 0) {
        trace_ring_first(r)[n].head.number = 0;
        r->pending[n] = 0;
    }
    spoor_ring_leave(r, state);
}

/* Clear the losses counted meanwhile. @return whether there were any */
static bool forget_more_losses(struct trace_ring *r)
{
    uint32_t state = spoor_ring_enter_on(r);
    bool any = r->dropped + r->overwritten != 0;

    if (any) {
        forget_losses(r);
        note_clear(r);
    }
    spoor_ring_leave(r, state);
    return any;
}

static inline void forget_ids(unsigned cpu)
{
#if CONFIG_TRACE_LOSSES_BY_ID
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        __atomic_store_n(&trace_losses[cpu][id], 0, __ATOMIC_RELAXED);
    }
#else
    (void)cpu;
#endif
}

static void begin_recording(void)
{
    trace_life.recording++;
    trace_life.recorded_in = trace_life.boots;
}

void trace_rings_clear(void)
{
    bool counted = !survived;

    set_survived(false);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring *r = &trace_rings[cpu];
        uint32_t last = clear_ring(r, counted);

        for (unsigned n = 0; n < trace_ring_subbufs(r); n++) {
            clear_subbuf(r, n, last);
        }
        do { /* repeated, because the counts by ID must add up to the total */
            forget_ids(cpu);
        } while (forget_more_losses(r));
    }
    if (!counted) {
        begin_recording();
    }
}

#endif

int trace_rings_set_mode(enum spoor_wire_mode mode)
{
    if (mode > SPOOR_WIRE_MODE_STOP) {
        return -EINVAL;
    }
    if (mode != SPOOR_WIRE_MODE_STREAM && !CONFIG_TRACE_RING_MODES) {
        return -ENOTSUP;
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_rings[cpu].mode = (uint8_t)mode;
    }
    return 0;
}

void trace_rings_trigger(unsigned pre_subbufs)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring *r = &trace_rings[cpu];
        unsigned all = trace_ring_subbufs(r), pre = pre_subbufs < all ? pre_subbufs : all - 1;
        uint32_t state = spoor_ring_enter_on(r);

        if (r->trigger_subbufs == 0 && (r->paused & TRACE_PAUSED_STOPPED) == 0) {
            r->trigger_subbufs = all - pre;
        }
        spoor_ring_leave(r, state);
    }
}

/* Clear some bits of `paused` and set others. */
static void change_paused(struct trace_ring *r, unsigned clear, unsigned set)
{
    uint32_t state = spoor_ring_enter_on(r);

    r->paused = (uint8_t)((r->paused & ~clear) | set);
    spoor_ring_set_limit(r);
    spoor_ring_leave(r, state);
}

static void resume_ring(struct trace_ring *r)
{
    bool stopped = r->paused & TRACE_PAUSED_STOPPED;

    change_paused(r, TRACE_PAUSED_STOPPED, 0);
    if (stopped) {
        trace_selection_pause(r->stopped_at);
    }
}

void trace_rings_stop(bool stop)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring *r = &trace_rings[cpu];

        if (stop) {
            spoor_ring_note_stop(r);
            change_paused(r, 0, TRACE_PAUSED_STOPPED);
            spoor_ring_close(r, r->open);
        } else {
            resume_ring(r);
        }
    }
}

#if CONFIG_TRACE_FILTERS

bool trace_filtering;

void trace_ring_filter(enum trace_filtered filtered)
{
    static const uint8_t bits[] = {
        [TRACE_FILTERED_NONE] = 0,
        [TRACE_FILTERED_THREADS] = TRACE_PAUSED_THREADS,
        [TRACE_FILTERED_ALL] = TRACE_PAUSED_ALL,
    };

    change_paused(&trace_rings[spoor_port_cpu()], TRACE_PAUSED_THREADS | TRACE_PAUSED_ALL, bits[filtered]);
    if (!__atomic_load_n(&trace_filtering, __ATOMIC_RELAXED)) {
        trace_ring_unfilter(spoor_port_cpu()); /* without a filter no switch would undo it */
    }
}

void trace_ring_unfilter(unsigned cpu)
{
    change_paused(trace_ring_of(cpu), TRACE_PAUSED_THREADS | TRACE_PAUSED_ALL, 0);
}

void trace_ring_filter_cpu(unsigned cpu, bool filtered)
{
    change_paused(trace_ring_of(cpu), TRACE_PAUSED_CPU, filtered ? TRACE_PAUSED_CPU : 0);
}

#endif

void trace_ring_want_close(unsigned cpu)
{
    trace_ring_of(cpu)->want_close = 1;
}

void trace_ring_close(unsigned cpu)
{
    struct trace_ring *r = trace_ring_of(cpu);
    uint32_t state = spoor_ring_enter_on(r);
    struct trace_subbuf *p = r->open != NULL && r->next != r->open->records ? r->open : NULL;

    spoor_ring_leave(r, state);
    spoor_ring_close(r, p);
}

/* ------------------------------------------------------------------ boot */

/* Give a ring that has no other memory its static sub-buffers. */
static void use_static(struct trace_ring *r)
{
#if CONFIG_TRACE_RING_MEMORY
    if (r->memory == NULL) {
        r->memory = r->subbufs;
        r->mask = CONFIG_TRACE_RING_SUBBUFS - 1;
    }
#else
    (void)r;
#endif
}

/* Clear a ring's state, except its sub-buffers and where they are. */
static void clear_state(struct trace_ring *r)
{
#if CONFIG_TRACE_RING_MEMORY
    struct trace_subbuf *memory = r->memory;
    uint32_t mask = r->mask;
#endif

    memset(r, 0, offsetof(struct trace_ring, subbufs));
#if CONFIG_TRACE_RING_MEMORY
    r->memory = memory;
    r->mask = mask;
#endif
}

/* @return whether the memory that the program gave a ring before a reset still holds `used` sub-buffers */
static bool memory_survived(struct trace_ring *r, uint32_t read, uint32_t used)
{
#if CONFIG_TRACE_RING_MEMORY
    if (r->memory == NULL || (uintptr_t)r->memory % 4 != 0 || r->mask >= TRACE_SUBBUFS_MAX ||
        (r->mask & (r->mask + 1)) != 0) {
        return false;
    }
    for (uint32_t n = read; n - read < used; n++) {
        const struct trace_subbuf *p = &trace_ring_first(r)[trace_ring_slot(r, n)];

        if (p->head.magic != SPOOR_WIRE_SUBBUF_MAGIC || p->head.number != n + 1) {
            return false; /* start-up code cleared it */
        }
    }
#else
    (void)r;
    (void)read;
    (void)used;
#endif
    return true;
}

#if CONFIG_TRACE_RING_MEMORY

static bool is_empty(const struct trace_ring *r)
{
    return r->open == NULL && spoor_ring_unread(r) == 0 && r->walk >= r->walk_end;
}

long trace_ring_memory(unsigned cpu, void *memory, size_t bytes)
{
    struct trace_ring *r = &trace_rings[cpu < CONFIG_CPUS ? cpu : 0];
    struct trace_subbuf *first = memory;
    uint32_t n = 1;

    while (n < TRACE_SUBBUFS_MAX && 2 * n * sizeof *first <= bytes) {
        n *= 2;
    }
    if (cpu >= CONFIG_CPUS || n < 2 || (uintptr_t)memory % 4 != 0) {
        return -EINVAL;
    }
    bool done = r->memory == first && r->mask == n - 1; /* as before a reset */

    if (!done && is_empty(r)) {
        for (uint32_t i = 0; i < n; i++) {
            first[i].head.magic = first[i].head.number = 0;
        }
        uint32_t state = spoor_ring_enter_on(r);

        done = is_empty(r);
        if (done) {
            r->memory = first;
            r->mask = n - 1;
            r->next = first->records; /* exceeds `limit` */
            r->changes++;             /* invalidates an interrupted writer's snapshot */
        }
        spoor_ring_leave(r, state);
    }
    return done ? (long)(n * sizeof *first) : -EBUSY;
}

#endif

/*
 * Make a ring that survived a reset readable: close its open sub-buffer.
 *
 * @return false if its contents are impossible
 */
static bool settle(struct trace_ring *r)
{
    uint32_t closed = r->closed, read = r->read;
    unsigned open = r->open != NULL ? 1 : 0;

    if (!memory_survived(r, read, closed - read + open)) {
        return false;
    }
    struct trace_subbuf *p = &trace_ring_first(r)[trace_ring_slot(r, closed)];

    /* The open sub-buffer isn't one of the unread ones. */
    if (closed - read > trace_ring_subbufs(r) - open || (r->open != NULL && r->open != p)) {
        return false;
    }
    if (r->open != NULL) {
        size_t used = (size_t)((uintptr_t)r->next - (uintptr_t)p->records);

        if (used > sizeof p->records || used % 4 != 0) {
            return false;
        }
        p->head.used_words = (uint32_t)(used / 4);
        closed++;
    }
    uint32_t dropped = r->dropped, overwritten = r->overwritten, cleared = r->cleared, clears = r->clears;

    clear_state(r);
    r->cleared = cleared;
    r->clears = clears;
    r->closed = closed;
    r->read = read;
    r->dropped = dropped;
    r->overwritten = overwritten;
    return true;
}

/*
 * Start after power-on. Memory that lost power contains arbitrary values. Keeping some bits of them makes it
 * unlikely that recordings start with the same number as after the previous power-on, which would give two
 * recordings in one stream the same number.
 */
static void begin_life(void)
{
    trace_life.recording &= 0x3F;
    trace_life.boots = 0;
}

/* True without a tick, too. */
static bool ticks_are_rare(void)
{
    return spoor_port_cycles_hz() >> TICK_CYCLES_BITS >= spoor_port_tick_hz();
}

bool trace_ticks_are_too_rare(void)
{
    return !CONFIG_TRACE_RARE_TICKS && ticks_are_rare();
}

void trace_rings_init(uint32_t build)
{
    bool settled = CONFIG_TRACE_SURVIVORS && trace_life.build == build;

    note_hz();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS && settled; cpu++) {
        settled = settle(&trace_rings[cpu]);
    }
    if (!settled) {
        memset(trace_rings, 0, sizeof trace_rings);
#if CONFIG_TRACE_LOSSES_BY_ID
        memset(trace_losses, 0, sizeof trace_losses);
#endif
        begin_life();
    }
    trace_life.boots++;
    trace_life.recording++; /* records from before the reset are sent as a separate recording */
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        use_static(&trace_rings[cpu]);
        trace_rings[cpu].next = trace_ring_first(&trace_rings[cpu])->records; /* exceeds `limit` */
        trace_rings[cpu].careful = CONFIG_TRACE_RARE_TICKS && (CONFIG_TRACE_TICKLESS || ticks_are_rare());
    }
    if (!settled) {
        trace_life.recorded_in = trace_life.boots;
    }
    trace_life.build = build;
    set_survived(settled);
    trace_ids_init();
}

bool trace_rings_survived(void)
{
    return survived;
}

void trace_rings_begin(void)
{
#if CONFIG_TRACE_CLEARS
    if (survived) {
        trace_rings_clear();
    }
#endif
}

#endif
