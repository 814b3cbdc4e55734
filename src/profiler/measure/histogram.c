/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a block's histogram, which block.c fills. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS && CONFIG_TRACE_HISTOGRAM

#include <string.h>
#include <spoor/histogram.h>
#include "block_priv.h"
#include "cycles_priv.h"
#include "long_priv.h"

#define LAST_BUCKET (TRACE_HISTOGRAM_BUCKETS - 1u)

/* Copying takes too long to mask interrupts. With one CPU it is repeated if a visit happened meanwhile. */
void trace_block_get_histogram(const struct trace_block *b, struct trace_histogram *h)
{
    uint32_t count;

    do {
#if CONFIG_CPUS > 1
        uint32_t state = spoor_block_lock((struct trace_block *)b);
#endif
        count = b->count;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        h->min_cycles = b->min_cycles;
        h->max_cycles = b->max_cycles;
        h->count = b->count;
        h->sum_cycles = b->sum_cycles;
        if (b->histogram != NULL) {
            memcpy(h->buckets, b->histogram, sizeof(h->buckets));
        } else {
            memset(h->buckets, 0, sizeof(h->buckets));
        }
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
#if CONFIG_CPUS > 1
        spoor_block_unlock((struct trace_block *)b, state);
        break;
#endif
    } while (b->count != count);

    struct trace_long l;

    trace_long_get(b, &l);
    h->long_count = l.wall.count;
    h->long_max_cycles = l.wall.max_cycles;
}

/* The inverse of block.c's bucket_of(). */
static uint32_t floor_cycles(unsigned n)
{
    const unsigned steps = CONFIG_TRACE_HISTOGRAM_STEPS;

    return n < steps ? n : (steps + n % steps) << (n / steps - 1);
}

static uint32_t ceiling_cycles(unsigned n)
{
    return n >= LAST_BUCKET ? UINT32_MAX : floor_cycles(n + 1) - 1;
}

uint64_t trace_histogram_floor_ns(unsigned n)
{
    return trace_cycles_to_ns(n <= LAST_BUCKET ? floor_cycles(n) : UINT64_C(1) << 32);
}

uint64_t trace_histogram_total(const struct trace_histogram *h)
{
    uint64_t total = h->long_count;

    for (unsigned n = 0; n <= LAST_BUCKET; n++) {
        total += h->buckets[n];
    }
    return total;
}

/*
 * @return the duration of visit number `rank`, from 1, among those in bucket `n`: the middle of its share of
 *         the bucket
 */
static uint32_t interpolate(const struct trace_histogram *h, unsigned n, uint32_t rank)
{
    uint32_t low = floor_cycles(n) > h->min_cycles ? floor_cycles(n) : h->min_cycles;
    uint32_t high = ceiling_cycles(n) < h->max_cycles ? ceiling_cycles(n) : h->max_cycles;
    uint64_t span = high - low;

    return low + (uint32_t)((span * rank - span / 2) / h->buckets[n]);
}

/*
 * If more than 1 - p of the visits were longer than min + (avg - min) / (1 - p), the average would be higher
 * than it is. If more than p of them were shorter than max - (max - avg) / p, it would be lower.
 */
static uint32_t within_average(const struct trace_histogram *h, uint32_t cycles, unsigned percent)
{
    uint64_t above_min = h->sum_cycles - (uint64_t)h->min_cycles * h->count;
    uint64_t below_max = (uint64_t)h->max_cycles * h->count - h->sum_cycles;
    uint64_t least = percent == 0 ? 0 : below_max / h->count * 100 / percent;
    uint64_t most = percent == 100 ? UINT32_MAX : (above_min / h->count + 1) * 100 / (100 - percent);

    if (cycles - h->min_cycles > most) {
        return h->min_cycles + (uint32_t)most;
    }
    return h->max_cycles - cycles > least && percent != 0 ? h->max_cycles - (uint32_t)least : cycles;
}

uint64_t trace_histogram_percentile_ns(const struct trace_histogram *h, unsigned percent)
{
    uint64_t total = trace_histogram_total(h);
    uint64_t rank = (total * percent + 99) / 100;

    if (total == 0 || rank > total - h->long_count) {
        return trace_cycles_to_ns(h->long_max_cycles);
    }
    if (rank <= 1) {
        return trace_cycles_to_ns(h->min_cycles);
    }
    total -= h->long_count;
    for (unsigned n = 0; rank < total; n++) {
        if (rank <= h->buckets[n]) {
            uint32_t cycles = interpolate(h, n, (uint32_t)rank);

            return trace_cycles_to_ns(h->long_count == 0 ? within_average(h, cycles, percent) : cycles);
        }
        rank -= h->buckets[n];
        total -= h->buckets[n];
    }
    return trace_cycles_to_ns(h->max_cycles);
}

#endif
