/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A sample: the instructions that it takes from the program, including its interrupt; only counted in the
 * table, also recorded, and with a stack of four frames.
 */
#include <kernel/thread.h>
#include <spoor/event.h>
#include <util/array_spread.h>
#include <spoor/core/ring.h>
#include <spoor/sample.h>
#include <spoor/service.h>
#include <spoor/port/sampler.h>
#include <test/bench.h>

#define RATE_HZ 10000
#define RUNS    20
#define TURNS   1000000u /* about 2 ms */

static struct trace_client client;

static __attribute__((noinline)) void work(void)
{
    for (uint32_t turn = TURNS; turn != 0; turn--) {
        __asm__ volatile("");
    }
}

static uint32_t taken(void)
{
    struct trace_sample_sums sums;

    trace_sample_sums(&sums);
    return sums.taken;
}

static void measure(const char *variant)
{
    uint64_t with = 0, without = 0;
    uint32_t samples = 0;

    for (unsigned run = 0; run < RUNS; run++) {
        uint32_t before = taken();

        trace_rings_clear();
        REQUIRE(trace_sampler_start(RATE_HZ) == 0);
        with += bench_time(work);
        trace_sampler_stop();
        samples += taken() - before;
        without += bench_time(work);
        thread_sleep(2); /* the clock needs a tick now and then */
    }
    REQUIRE(samples > RUNS * 5);
    bench_report("sample", variant, "instructions", (uint32_t)((with - without) / samples));
}

static void set_depth(unsigned depth)
{
    array_spread_foreach_ptr (e, trace_events) {
        if (e->service == TRACE_SAMPLE) {
            CHECK_EQ(trace_event_set_depth(e, depth), 0);
        }
    }
}

TEST("the cost of a sample that is only counted")
{
    measure("counted");
}

TEST("the cost of a sample that is also recorded")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_SAMPLE), 0);
    measure("depth_0");
}

TEST("the cost of a sample that is recorded with a stack")
{
    set_depth(4);
    measure("depth_4");
}
