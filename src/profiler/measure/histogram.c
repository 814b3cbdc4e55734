/* SPDX-License-Identifier: BSD-2-Clause */
/* The shell's queries of a block's histogram; block.c fills it. */
#include <string.h>
#include <profiler/histogram.h>
#include "block_priv.h"
#include "cycles_priv.h"

#define LAST_BUCKET (TRACE_HISTOGRAM_BUCKETS - 1u)

/* The copy takes too long to mask interrupts; with one CPU it is repeated when a visit came in between. */
void trace_block_get_histogram(const struct trace_block *b, struct trace_histogram *h)
{
    uint32_t count;

    do {
#if CONFIG_CPUS > 1
        uint32_t state = block_lock((struct trace_block *)b);
#endif
        count = b->count;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        h->min_cycles = b->min_cycles;
        h->max_cycles = b->max_cycles;
        memcpy(h->buckets, b->histogram, sizeof(h->buckets));
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
#if CONFIG_CPUS > 1
        block_unlock((struct trace_block *)b, state);
        break;
#endif
    } while (b->count != count);
}

static uint32_t floor_cycles(unsigned n)
{
    return n == 0 ? 0 : UINT32_C(1) << (n - 1);
}

static uint32_t ceiling_cycles(unsigned n)
{
    return n >= LAST_BUCKET ? UINT32_MAX : (UINT32_C(1) << n) - 1;
}

uint64_t trace_histogram_floor_ns(unsigned n)
{
    return trace_cycles_to_ns(floor_cycles(n));
}

uint64_t trace_histogram_total(const struct trace_histogram *h)
{
    uint64_t total = 0;

    for (unsigned n = 0; n <= LAST_BUCKET; n++) {
        total += h->buckets[n];
    }
    return total;
}

/* The duration of the `rank`-th, from 1, of the visits in bucket `n`, in the middle of its even share. */
static uint32_t interpolate(const struct trace_histogram *h, unsigned n, uint32_t rank)
{
    uint32_t low = floor_cycles(n) > h->min_cycles ? floor_cycles(n) : h->min_cycles;
    uint32_t high = ceiling_cycles(n) < h->max_cycles ? ceiling_cycles(n) : h->max_cycles;
    uint64_t span = high - low;

    return low + (uint32_t)((span * rank - span / 2) / h->buckets[n]);
}

uint64_t trace_histogram_percentile_ns(const struct trace_histogram *h, unsigned percent)
{
    uint64_t total = trace_histogram_total(h);
    uint64_t rank = (total * percent + 99) / 100;

    if (total == 0) {
        return 0;
    }
    if (rank <= 1) {
        return trace_cycles_to_ns(h->min_cycles);
    }
    for (unsigned n = 0; rank < total; n++) {
        if (rank <= h->buckets[n]) {
            return trace_cycles_to_ns(interpolate(h, n, (uint32_t)rank));
        }
        rank -= h->buckets[n];
        total -= h->buckets[n];
    }
    return trace_cycles_to_ns(h->max_cycles);
}
