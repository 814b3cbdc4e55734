/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Samples by function and context, in a hash table of fixed size. A row's key is set by its first sample and
 * doesn't change until a reset, so rows are searched without the lock.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SAMPLES && CONFIG_TRACE_SAMPLE_TABLE

#include <errno.h>
#include <spoor/port/unwind.h>
#include <spoor/core/lock.h>
#include "sample_priv.h"

struct row {
    uint32_t function;
    uint32_t context; /* the thread's number, or IN_INTERRUPT and the level */
    uint32_t count;   /* 0: free */
    uint32_t late;
};

#define IN_INTERRUPT (1u << 31)

static struct row table[CONFIG_TRACE_SAMPLE_TABLE];
static volatile bool resetting;
static struct trace_lock lock;

/* What each CPU's sampler changes, and only that: no sample is interrupted by another. */
static struct sampler {
    struct trace_sample_sums sums; /* since boot */
    struct extent {
        uint32_t start, bytes;
    } recent[8]; /* functions sampled before, by address */
} samplers[CONFIG_CPUS];

static struct trace_sample_sums sums_at_reset;

#define EXTENT_SHIFT 5 /* a function takes one entry of `recent` for each 32 bytes */

/* A sample excludes the readers on its own CPU: they are threads. */
static inline uint32_t lock_sample(void)
{
    return CONFIG_CPUS > 1 ? trace_lock(&lock) : 0;
}

static inline void unlock_sample(uint32_t state)
{
    if (CONFIG_CPUS > 1) {
        trace_unlock(&lock, state);
    }
}

/* Count in a row, if it is free or has this key. @return whether it was */
static inline bool count_in(struct row *r, uint32_t function, uint32_t context, bool late)
{
    uint32_t state = lock_sample();
    bool matches = r->count == 0 || (r->function == function && r->context == context);

    if (matches) {
        r->function = function;
        r->context = context;
        r->count++;
        r->late += late;
    }
    unlock_sample(state);
    return matches;
}

static bool find_and_count(uint32_t function, uint32_t context, bool late)
{
    uint32_t hash = ((function >> 1) + context * 7) * 40503u & 0xFFFF; /* 2^16 divided by the golden ratio */
    uint32_t n = hash * CONFIG_TRACE_SAMPLE_TABLE >> 16;

    for (unsigned i = 0; i < CONFIG_TRACE_SAMPLE_TABLE; i++) {
        struct row *r = &table[n];

        if ((r->count == 0 || (r->function == function && r->context == context)) &&
            count_in(r, function, context, late)) {
            return true;
        }
        n = n + 1 < CONFIG_TRACE_SAMPLE_TABLE ? n + 1 : 0;
    }
    return false;
}

static __attribute__((noinline)) uint32_t find_function(struct extent *e, uint32_t pc)
{
    struct extent found;

    found.start = spoor_function_at(pc, &found.bytes);
    if (found.start == 0) {
        return pc & ~(TRACE_SAMPLE_GRAIN - 1u);
    }
    *e = found;
    return found.start;
}

/* @return the start of the function at `pc`, or of the bytes around it */
static inline uint32_t function_at(struct sampler *own, uint32_t pc)
{
    struct extent *e = &own->recent[(pc >> EXTENT_SHIFT) % (sizeof own->recent / sizeof *e)];

    return __builtin_expect(pc - e->start < e->bytes, 1) ? e->start : find_function(e, pc);
}

void trace_sample_count(const struct trace_sample *s)
{
    struct sampler *own = &samplers[spoor_port_cpu()];
    bool late = s->late_cycles != 0;

    if (resetting) {
        return;
    }
    own->sums.taken++;
    own->sums.late += late;
    if (!find_and_count(function_at(own, s->pc), s->level != 0 ? IN_INTERRUPT | s->level : s->thread, late)) {
        own->sums.full++;
    }
}

int trace_sample_row(unsigned n, struct trace_sample_row *row)
{
    if (n >= CONFIG_TRACE_SAMPLE_TABLE) {
        return -EINVAL;
    }
    uint32_t state = trace_lock(&lock);
    struct row r = table[n];

    trace_unlock(&lock, state);
    bool in_isr = (r.context & IN_INTERRUPT) != 0;

    *row = (struct trace_sample_row){
        .function = r.function,
        .thread = in_isr ? 0 : r.context,
        .level = in_isr ? r.context & ~IN_INTERRUPT : 0,
        .count = r.count,
        .late = r.late,
    };
    return r.count != 0 ? 0 : -ENOENT;
}

/* Sum up what the CPUs counted since boot. */
static struct trace_sample_sums sums_since_boot(void)
{
    struct trace_sample_sums sums = {0};

    for (const volatile struct sampler *c = samplers; c < samplers + CONFIG_CPUS; c++) {
        sums.taken += c->sums.taken;
        sums.late += c->sums.late;
        sums.full += c->sums.full;
    }
    return sums;
}

void trace_sample_sums(struct trace_sample_sums *s)
{
    uint32_t state = trace_lock(&lock); /* no sample on this CPU counts between the sums */

    *s = sums_since_boot();
    trace_unlock(&lock, state);
    s->taken -= sums_at_reset.taken;
    s->late -= sums_at_reset.late;
    s->full -= sums_at_reset.full;
}

void trace_sample_reset(void)
{
    resetting = true;
    for (struct row *r = table; r < table + CONFIG_TRACE_SAMPLE_TABLE; r++) {
        *(volatile uint32_t *)&r->count = 0;
        r->late = 0;
    }
    sums_at_reset = sums_since_boot();
    resetting = false;
}

#endif
