/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's own cost. Only the counter is needed: a run is short compared with the time between two
 * interrupts, so the shortest of many runs had no interrupt. The result is the average of the runs of that
 * length, with a tolerance of one tick of the counter. The shortest run alone would be the one with the
 * fewest ticks.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#define TRACE_SITES_FIXED /* what is measured is always on */
#include <stddef.h>
#include <string.h>
#include <spoor/cost.h>
#include <spoor/util/divide.h>
#include "block_priv.h"

#define VISITS 128u
#define RUNS   16

static struct trace_point point = {.hit = trace_point_count};
static struct trace_block block = TRACE_BLOCK_INIT(block, NULL);
static struct trace_costs costs;
static bool measured;

/*
 * The pauses between visits differ. If visits were synchronised with the counter, all would take the same
 * number of ticks.
 */
static void pause(uint32_t turns)
{
    while (turns-- > 0) {
        __asm__ volatile("nop");
    }
}

/* Each run is compiled for its operation, like a user's code. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE uint32_t loop_cycles(void (*operation)(void))
{
    uint32_t begin = spoor_port_cycles();

    for (uint32_t n = VISITS; n != 0; n--) {
        pause(n * 5 % 32);
        operation();
        __asm__ volatile("" ::: "memory");
    }
    return spoor_port_cycles() - begin;
}

static ALWAYS_INLINE void visit_nothing(void)
{
}

static ALWAYS_INLINE void visit_point(void)
{
    trace_point_set(&point);
}

static ALWAYS_INLINE void visit_pair(void)
{
    trace_block_enter(&block);
    trace_block_leave(&block);
}

static ALWAYS_INLINE void visit_scope(void)
{
    TRACE_BLOCK_SCOPE(&block);
}

static uint32_t run_nothing(void)
{
    return loop_cycles(visit_nothing);
}

static uint32_t run_point(void)
{
    return loop_cycles(visit_point);
}

static uint32_t run_pair(void)
{
    return loop_cycles(visit_pair);
}

static uint32_t run_scope(void)
{
    return loop_cycles(visit_scope);
}

/* Sums over the runs without an interrupt. */
struct sums {
    uint32_t runs;
    uint64_t run_cycles, inside_cycles;
};

/* Runs start at different phases of the counter. */
static uint32_t timed_run(uint32_t (*run)(void), unsigned i)
{
    pause(i * 7 % 64);
    block.sum_cycles = 0;
    return run();
}

static struct sums measure(uint32_t (*run)(void))
{
    struct sums sums = {0, 0, 0};
    uint32_t least = UINT32_MAX;

    run(); /* discarded, because the statistics are empty in the first run */
    for (unsigned i = 0; i < RUNS; i++) {
        uint32_t cycles = timed_run(run, i);

        least = cycles < least ? cycles : least;
    }
    for (unsigned i = 0; i < RUNS || sums.runs == 0; i++) {
        uint32_t cycles = timed_run(run, i);

        if (cycles <= least + 1) {
            sums.runs++;
            sums.run_cycles += cycles;
            sums.inside_cycles += block.sum_cycles;
        }
    }
    return sums;
}

/*
 * Convert to ps per visit. The product fits for up to 2^24 cycles per run; a longer run would be an interrupt
 * storm.
 */
static uint32_t to_ps(uint64_t cycles, uint32_t runs)
{
    const uint64_t ps_per_s = UINT64_C(1000000000000);

    return (uint32_t)spoor_divide(spoor_divide(cycles * (ps_per_s / VISITS), runs, NULL),
                                  spoor_port_cycles_hz(), NULL);
}

static uint32_t minus_empty(const struct sums *sums, const struct sums *empty)
{
    uint32_t run = to_ps(sums->run_cycles, sums->runs), none = to_ps(empty->run_cycles, empty->runs);

    return run > none ? run - none : 0;
}

static struct trace_cost measure_block(uint32_t (*run)(void), const struct sums *empty)
{
    block.mode = (uintptr_t)&block + TRACE_BLOCK_MODE_ON;
    struct sums on = measure(run);

    block.mode = 0;
    struct sums off = measure(run);

    return (struct trace_cost){
        .on_ps = minus_empty(&on, empty),
        .off_ps = minus_empty(&off, empty),
        .inside_ps = to_ps(on.inside_cycles, on.runs),
    };
}

static uint32_t measure_point(void (*hit)(struct trace_point *), const struct sums *empty)
{
    point.hit = hit;
    struct sums sums = measure(run_point);

    return minus_empty(&sums, empty);
}

void trace_costs_measure(void)
{
    struct sums empty = measure(run_nothing);

    costs.point.on_ps = measure_point(trace_point_count, &empty);
    costs.point.off_ps = measure_point(TRACE_POINT_OFF, &empty);
    costs.pair = measure_block(run_pair, &empty);
    costs.scope = measure_block(run_scope, &empty);
    measured = true;
}

const struct trace_costs *trace_costs(void)
{
    if (!measured) {
        trace_costs_measure();
    }
    return &costs;
}

#define AT(member) offsetof(struct trace_block_stats, member)

/* Subtract the cost from the statistics at the offsets `at`. */
static void subtract(struct trace_block_stats *stats, const uint8_t *at, unsigned n, uint64_t own_ps)
{
    uint64_t own_ns = spoor_divide(own_ps, 1000, NULL), ns;

    for (unsigned i = 0; i < n; i++) {
        memcpy(&ns, (char *)stats + at[i], sizeof ns);
        ns = ns > own_ns ? ns - own_ns : 0;
        memcpy((char *)stats + at[i], &ns, sizeof ns);
    }
}

void trace_block_stats_less_own(struct trace_block_stats *stats)
{
    static const uint8_t each[] = {AT(last_ns),    AT(min_ns),      AT(max_ns),
                                   AT(avg_ns),     AT(net_last_ns), AT(net_min_ns),
                                   AT(net_max_ns), AT(net_avg_ns),  AT(self_avg_ns)};
    static const uint8_t sums[] = {AT(sum_ns), AT(net_sum_ns), AT(self_sum_ns)};
    const struct trace_costs *c = trace_costs();
    uint64_t own_ps = c->pair.inside_ps < c->scope.inside_ps ? c->pair.inside_ps : c->scope.inside_ps;

    subtract(stats, each, sizeof each, own_ps);
    subtract(stats, sums, sizeof sums, own_ps * stats->count);
}

#endif
