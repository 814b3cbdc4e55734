/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The count, total, self and maximum times of functions, in a hash table of fixed size on the target. The
 * hooks update it. Open calls are stored in the context that entered them, so that threads and interrupts
 * don't mix.
 *
 * A context has its own time: the clock minus away_cycles. It stops while the context doesn't run and while a
 * hook runs. Hooks mask interrupts only for a few instructions at a time. An interrupt of a hook may call
 * instrumented functions in the same context, those of the kernel's dispatch and switch. These are entered
 * and left before the hook continues. The hook then finds the open calls unchanged, and the time of these
 * functions in inside_cycles.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_TABLE

#include <errno.h>
#include <stddef.h>
#include <spoor/port/atomic.h>
#include <spoor/core/lock.h>
#include "function_priv.h"

static struct trace_function table[CONFIG_TRACE_FUNCTION_TABLE];
static struct trace_function_losses losses;
static uint32_t epoch = 1; /* the epoch of valid open calls; 0 while the table is being cleared */
static uint32_t last_epoch = 1;

static struct trace_lock lock;

/* ------------------------------------------------------------------ a context's time */

void trace_calls_suspend(struct trace_calls *s)
{
    s->out_cycles = spoor_port_cycles();
}

void trace_calls_resume(struct trace_calls *s)
{
    s->away_cycles += spoor_port_cycles() - s->out_cycles;
}

static void begin(const struct trace_calls *s, struct trace_hook *h)
{
    uint32_t state = spoor_port_lock();
    uint32_t now = spoor_port_cycles(), away_cycles = s->away_cycles, inside_cycles = s->inside_cycles;

    spoor_port_unlock(state);
    h->cycles = now;
    h->away_cycles = away_cycles;
    h->inside_cycles = inside_cycles;
    h->ended = false;
}

/*
 * @return away_cycles at the end of the hook, minus the time then and plus inside_cycles. Since the hook
 *         started, the context's own time has only advanced by the time measured within the hook. away_cycles
 *         is set, not incremented, because interrupts of the hook have added time to it that belongs to the
 *         hook.
 */
static uint32_t away_base(const struct trace_hook *h)
{
    return h->away_cycles - h->cycles + h->inside_cycles;
}

static void end(struct trace_calls *s, const struct trace_hook *h)
{
    uint32_t base = away_base(h);
    uint32_t state = spoor_port_lock();

    s->away_cycles = base + spoor_port_cycles() - s->inside_cycles;
    spoor_port_unlock(state);
}

/* ------------------------------------------------------------------ open calls */

/*
 * Discard the open calls if the table was cleared or stopped since.
 *
 * @return false while it is being cleared
 */
static bool adopt_epoch(struct trace_calls *s)
{
    uint32_t current = __atomic_load_n(&epoch, __ATOMIC_RELAXED);

    if (s->epoch != current && current != 0) {
        uint32_t state = spoor_port_lock();

        s->epoch = current;
        s->depth = 0;
        s->beyond = 0;
        s->too_long = 0;
        spoor_port_unlock(state);
    }
    return current != 0;
}

/* Push the function at the end of the hook. @return false if there is no room */
static bool push(struct trace_calls *s, uint32_t fn, const struct trace_hook *h)
{
    uint32_t base = away_base(h);
    uint32_t state = spoor_port_lock();

    if (s->depth == CONFIG_TRACE_FUNCTION_DEPTH) {
        s->beyond++;
        spoor_port_unlock(state);
        return false;
    }
    struct trace_call *call = &s->calls[s->depth++];

    call->fn = fn;
    call->begin_cycles = spoor_port_cycles();
    call->outer_cycles = s->inside_cycles;
    call->away_cycles = s->away_cycles = base + call->begin_cycles - call->outer_cycles;
    s->inside_cycles = 0;
    spoor_port_unlock(state);
    return true;
}

/* Pop the innermost visit at the start of the hook, unless all were discarded meanwhile. */
static void pop(struct trace_calls *s, unsigned depth, struct trace_hook *h)
{
    const struct trace_call *call = &s->calls[depth - 1];
    uint32_t begin_cycles = call->begin_cycles - call->away_cycles, outer_cycles = call->outer_cycles;
    uint32_t since = s->epoch;
    uint32_t state = spoor_port_lock();
    uint32_t now = spoor_port_cycles(), away_cycles = s->away_cycles, inside_cycles = s->inside_cycles;
    uint32_t net_cycles = now - away_cycles - begin_cycles;
    bool open = s->depth == depth, too_long = s->too_long == depth;

    if (open) {
        s->depth = (uint8_t)(depth - 1);
        s->too_long -= too_long;
        s->inside_cycles = outer_cycles + net_cycles;
    }
    spoor_port_unlock(state);
    *h = (struct trace_hook){
        .cycles = now,
        .away_cycles = away_cycles,
        .inside_cycles = open ? outer_cycles + net_cycles : inside_cycles,
        .ended = open,
        .too_long = too_long,
        .epoch = since,
        .net_cycles = net_cycles,
        .self_cycles = net_cycles - inside_cycles,
    };
}

/* @return the index of the innermost visit of `fn` below `depth`, plus 1; 0 if there is none */
static unsigned find(const struct trace_calls *s, uint32_t fn, unsigned depth)
{
    while (depth > 0 && s->calls[depth - 1].fn != fn) {
        depth--;
    }
    return depth;
}

/*
 * Discard the functions inside `fn` that were left without a hook (longjmp), so that `fn` is the innermost.
 * The time measured within them counts as time within `fn`.
 */
static void pop_inner(struct trace_calls *s, uint32_t fn)
{
    unsigned depth = s->depth, n = find(s, fn, depth);
    uint32_t inside_cycles = 0;

    if (n == 0) {
        return; /* entered before the table ran */
    }
    for (unsigned i = n; i < depth; i++) {
        inside_cycles += s->calls[i].outer_cycles;
    }
    uint32_t state = spoor_port_lock();

    if (s->depth == depth) {
        s->depth = (uint8_t)n;
        s->too_long = s->too_long < n ? s->too_long : (uint8_t)n;
        s->inside_cycles += inside_cycles;
    }
    spoor_port_unlock(state);
}

static bool leave_beyond(struct trace_calls *s)
{
    uint32_t state = spoor_port_lock();
    bool beyond = s->beyond != 0;

    s->beyond -= beyond;
    spoor_port_unlock(state);
    return beyond;
}

/* ------------------------------------------------------------------ the table */

/*
 * Claim a free entry for `fn`, unless the epoch has changed: no entry is cleared while it is the same.
 *
 * @return whether the entry belongs to `fn`
 */
static bool claim(struct trace_function *f, uint32_t fn, uint32_t since)
{
    uint32_t state = trace_lock(&lock);

    if (f->fn == 0 && epoch == since) {
        f->fn = fn;
    }
    bool matches = f->fn == fn;

    trace_unlock(&lock, state);
    return matches;
}

/* @return the entry of `fn`, claimed if necessary; NULL if the table is full */
static struct trace_function *place(uint32_t fn, uint32_t since)
{
    uint32_t hash = (fn >> 1) * 40503u & 0xFFFF; /* 2^16 divided by the golden ratio */
    uint32_t n = hash * CONFIG_TRACE_FUNCTION_TABLE >> 16;

    for (unsigned i = 0; i < CONFIG_TRACE_FUNCTION_TABLE; i++) {
        struct trace_function *f = &table[n];
        uint32_t whose = __atomic_load_n(&f->fn, __ATOMIC_RELAXED);

        if (whose == fn || (whose == 0 && claim(f, fn, since))) {
            return f;
        }
        n = n + 1 < CONFIG_TRACE_FUNCTION_TABLE ? n + 1 : 0;
    }
    return NULL;
}

/*
 * Add the visit ended by `h`. `total_cycles` is the part not yet in the total. After a reset the visit is
 * dropped.
 */
static void add(struct trace_function *f, uint32_t total_cycles, const struct trace_hook *h)
{
    uint32_t since = h->epoch, net_cycles = h->net_cycles, self_cycles = h->self_cycles;
    uint32_t state = trace_lock(&lock);

    if (epoch == since) {
        f->count++;
        f->self_cycles += self_cycles;
        f->total_cycles += total_cycles;
        if (net_cycles > f->max_cycles) {
            f->max_cycles = net_cycles;
        }
    }
    trace_unlock(&lock, state);
}

/* ------------------------------------------------------------------ the hooks */

void trace_function_enter_begin(struct trace_calls *s, struct trace_hook *h)
{
    begin(s, h);
}

void trace_function_enter_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h)
{
    if (chosen && adopt_epoch(s)) {
        if (push(s, fn, h)) {
            return;
        }
        spoor_atomic_add(&losses.too_deep, 1);
    }
    end(s, h);
}

void trace_function_leave_begin(struct trace_calls *s, uint32_t fn, struct trace_hook *h)
{
    unsigned depth = s->depth;

    if (depth != 0 && s->calls[depth - 1].fn == fn && s->beyond == 0 && adopt_epoch(s)) {
        pop(s, depth, h);
    } else {
        begin(s, h);
    }
}

static void count(const struct trace_calls *s, uint32_t fn, const struct trace_hook *h)
{
    if (h->too_long) {
        spoor_atomic_add(&losses.too_long, 1);
        return;
    }
    uint32_t total_cycles = find(s, fn, s->depth) == 0 ? h->net_cycles : 0;
    struct trace_function *f = place(fn, h->epoch);

    if (f != NULL) {
        add(f, total_cycles, h);
    } else {
        spoor_atomic_add(&losses.full, 1);
    }
}

void trace_function_leave_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h)
{
    if (chosen && !h->ended && adopt_epoch(s) && !leave_beyond(s)) {
        end(s, h);
        pop_inner(s, fn);
        trace_function_leave_begin(s, fn, h);
    }
    if (h->ended) {
        count(s, fn, h);
    }
    end(s, h);
}

/* ------------------------------------------------------------------ set-up and reading */

#if CONFIG_TRACE_FUNCTION_PATCHED
void trace_function_table_missed(void)
{
    spoor_atomic_add(&losses.too_deep, 1);
}
#endif

void trace_function_table_forget_open(void)
{
    uint32_t state = trace_lock(&lock);

    last_epoch++;
    if (epoch != 0) {
        __atomic_store_n(&epoch, last_epoch, __ATOMIC_RELAXED);
    }
    trace_unlock(&lock, state);
}

static void clear(struct trace_function *f)
{
    uint32_t state = trace_lock(&lock);

    f->fn = f->count = f->max_cycles = 0; /* assigning the whole structure would call memset() */
    f->total_cycles = f->self_cycles = 0;
    trace_unlock(&lock, state);
}

/*
 * Entries are cleared one by one, and nothing is counted meanwhile: a free entry could be claimed by a
 * function that still has another one.
 */
void trace_function_table_reset(void)
{
    uint32_t state = trace_lock(&lock);

    __atomic_store_n(&epoch, 0, __ATOMIC_RELAXED);
    trace_unlock(&lock, state);
    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        clear(&table[n]);
    }
    state = trace_lock(&lock);
    losses = (struct trace_function_losses){0};
    __atomic_store_n(&epoch, ++last_epoch, __ATOMIC_RELAXED);
    trace_unlock(&lock, state);
}

int trace_function_table_get(unsigned n, struct trace_function *f)
{
    if (n >= CONFIG_TRACE_FUNCTION_TABLE) {
        return -EINVAL;
    }
    uint32_t state = trace_lock(&lock);

    *f = table[n];
    trace_unlock(&lock, state);
    return f->fn != 0 ? 0 : -ENOENT;
}

int trace_function_table_find(uint32_t fn, struct trace_function *f)
{
    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, f) == 0 && f->fn == fn) {
            return 0;
        }
    }
    return -ENOENT;
}

void trace_function_table_losses(struct trace_function_losses *l)
{
    uint32_t state = trace_lock(&lock);

    *l = losses;
    trace_unlock(&lock, state);
}

#endif
