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
static struct trace_sample_sums sums;
static bool resetting;
static struct trace_lock lock;

/* Count in a row, if it is free or has this key. @return whether it was */
static bool count_in(struct row *r, uint32_t function, uint32_t context, bool late)
{
    uint32_t state = trace_lock(&lock);
    bool matches = r->count == 0 || (r->function == function && r->context == context);

    if (matches && !resetting) {
        r->function = function;
        r->context = context;
        r->count++;
        r->late += late;
    }
    trace_unlock(&lock, state);
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

void trace_sample_count(const struct trace_sample *s)
{
    uint32_t function = spoor_function_at(s->pc);
    bool late = s->late_cycles != 0;
    bool full = !find_and_count(function != 0 ? function : s->pc & ~(TRACE_SAMPLE_GRAIN - 1u),
                                s->level != 0 ? IN_INTERRUPT | s->level : s->thread, late);
    uint32_t state = trace_lock(&lock);

    if (!resetting) {
        sums.taken++;
        sums.late += late;
        sums.full += full;
    }
    trace_unlock(&lock, state);
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

void trace_sample_sums(struct trace_sample_sums *s)
{
    uint32_t state = trace_lock(&lock);

    *s = sums;
    trace_unlock(&lock, state);
}

static void set_resetting(bool on)
{
    uint32_t state = trace_lock(&lock);

    resetting = on;
    sums = (struct trace_sample_sums){0};
    trace_unlock(&lock, state);
}

void trace_sample_reset(void)
{
    set_resetting(true); /* the rows are cleared without the lock, because there may be many */
    for (struct row *r = table; r < table + CONFIG_TRACE_SAMPLE_TABLE; r++) {
        *(volatile uint32_t *)&r->count = 0;
        r->late = 0;
    }
    set_resetting(false);
}

#endif
