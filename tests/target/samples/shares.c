/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sample table: shares within four standard deviations, and samples by thread and level. Everything runs
 * on CPU 0.
 */
#include <errno.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/sample.h>
#include <spoor/port/sampler.h>
#include <test/jitter.h>
#include <test/test.h>
#include "work.h"

#define HZ 4000
#define MS 250

/** Sum of the function's rows, in one thread or in all. */
enum { ANY_THREAD = UINT32_MAX };

static struct trace_sample_row sum_of(void (*fn)(uint32_t turns), uint32_t thread, uint32_t level)
{
    struct trace_sample_row sum = {0}, r;

    for (unsigned n = 0; n < CONFIG_TRACE_SAMPLE_TABLE; n++) {
        if (trace_sample_row(n, &r) == 0 && (fn == NULL || r.function == ((uint32_t)fn & ~1u)) &&
            (thread == ANY_THREAD || (r.thread == thread && r.level == level))) {
            sum.count += r.count;
            sum.late += r.late;
        }
    }
    return sum;
}

static uint32_t count_of(void (*fn)(uint32_t turns))
{
    return sum_of(fn, ANY_THREAD, 0).count;
}

static uint32_t root(uint32_t n)
{
    uint32_t r = 0;

    while (r * r < n) {
        r++;
    }
    return r;
}

/* True if `count` of `all` samples is a share of `percent`, within four standard deviations. */
static bool is_share(uint32_t count, uint32_t all, uint32_t percent)
{
    uint32_t expected = all * percent / 100;
    uint32_t most_off = 4 * root(all * percent / 100 * (100 - percent) / 100) + 1;

    test_note("%lu of %lu samples, %lu expected, +- %lu", (unsigned long)count, (unsigned long)all,
              (unsigned long)expected, (unsigned long)most_off);
    return count + most_off >= expected && count <= expected + most_off;
}

static uint32_t turns_of_us(uint32_t us)
{
    static uint32_t per_ms;

    if (per_ms == 0) {
        uint64_t begin = clock_ns();

        work_one(100000);
        per_ms = (uint32_t)(100000ull * 1000000 / (clock_ns() - begin));
    }
    return (uint32_t)((uint64_t)per_ms * us / 1000);
}

static void begin(void)
{
    (void)thread_set_affinity(thread_self(), 1);
    (void)turns_of_us(1);
    trace_sample_reset();
    REQUIRE(trace_sampler_start(HZ) == 0);
}

static bool for_a_time(uint64_t *since)
{
    *since = *since != 0 ? *since : clock_ns();
    return clock_ns() - *since < MS * 1000000ull;
}

static void check_none_missing(void)
{
    struct trace_sample_sums sums;

    trace_sample_sums(&sums);
    CHECK_EQ(sums.full, 0);
    CHECK_EQ(sum_of(NULL, ANY_THREAD, 0).count, sums.taken);
    CHECK_EQ(sum_of(NULL, ANY_THREAD, 0).late, sums.late);
}

TEST("samples are proportional to run time, and samples of masked time are late")
{
    uint32_t unit = turns_of_us(10);

    begin();
    for (uint64_t since = 0; for_a_time(&since);) {
        work_one(3 * unit);
        work_two(5 * unit);
        work_masked(2 * unit);
    }
    trace_sampler_stop();
    uint32_t one = count_of(work_one), two = count_of(work_two), masked = count_of(work_masked);
    uint32_t all = one + two + masked, late = sum_of(work_masked, ANY_THREAD, 0).late;

    CHECK(all > HZ / 1000 * MS / 2);
    CHECK(is_share(one, all, 30));
    CHECK(is_share(two, all, 50));
    CHECK(is_share(masked, all, 20));
    CHECK(late <= masked && late * 10 >= masked * 8); /* some are within the limit of lateness */
    /* An emulator that runs several CPUs in turn delivers a sample late to a CPU that is waiting for its
     * turn. */
    CHECK(sum_of(work_one, ANY_THREAD, 0).late <= (CONFIG_CPUS > 1 ? one / 20 : 0));
    CHECK(sum_of(work_two, ANY_THREAD, 0).late <= (CONFIG_CPUS > 1 ? two / 20 : 0));
    check_none_missing();
}

TEST("work in step with the sampling rate still has the right share")
{
    uint32_t part = turns_of_us(1000000 / HZ / 4);

    begin();
    for (uint64_t since = 0; for_a_time(&since);) {
        work_one(part);
        work_two(3 * part);
    }
    trace_sampler_stop();
    uint32_t one = count_of(work_one), two = count_of(work_two);

    CHECK(one + two > HZ / 1000 * MS / 2);
    CHECK(is_share(one, one + two, 25));
}

/* ------------------------------------------------------------------ contexts */

static struct thread other;
THREAD_STACK(other_stack, 512);
static volatile bool other_ends;

static void other_entry(void *arg)
{
    (void)arg;
    while (!other_ends) {
        work_one(turns_of_us(100));
    }
}

TEST("a function that runs in two threads has a row for each")
{
    struct thread_attr attr = {.name = "other",
                               .entry = other_entry,
                               .priority = CONFIG_MAIN_PRIORITY,
                               .affinity = 1,
                               .stack = other_stack,
                               .stack_bytes = sizeof other_stack};

    other_ends = false;
    begin();
    REQUIRE(thread_create(&other, &attr) == 0);
    uint32_t id = thread_id(&other);

    for (uint64_t since = 0; for_a_time(&since);) {
        work_one(turns_of_us(100));
    }
    other_ends = true;
    CHECK_EQ(thread_join(&other, NULL, 1000), 0);
    trace_sampler_stop();
    uint32_t mine = sum_of(work_one, thread_id(thread_self()), 0).count, its = sum_of(work_one, id, 0).count;

    CHECK(mine + its > HZ / 1000 * MS / 2);
    CHECK_EQ(mine + its, count_of(work_one));
    /* The threads alternate every ten ticks, which makes equal shares. */
    CHECK(is_share(its, mine + its, 50));
}

static uint32_t handler_turns;

static void handler(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    work_handler(handler_turns);
}

TEST("a handler is sampled at its level and in no thread")
{
    test_needs_lines(1);
    uint32_t unit = turns_of_us(20);

    begin();
    handler_turns = unit;
    REQUIRE(irq_attach(board.spare_lines[0], 2, handler, NULL, "sampled") == 0);
    for (uint64_t since = 0; for_a_time(&since);) {
        irqctl_pend(board.spare_lines[0]);
        work_two(3 * unit);
    }
    trace_sampler_stop();
    CHECK_EQ(irq_detach(board.spare_lines[0]), 0);
    uint32_t inside = sum_of(work_handler, 0, 1).count, outside = count_of(work_two);

    CHECK(is_share(inside, inside + outside, 25));
    CHECK_EQ(inside, count_of(work_handler));
    CHECK_EQ(sum_of(work_two, thread_id(thread_self()), 0).count, outside);
}

TEST("a handler of level 0 is sampled late, when it ends")
{
    test_needs_lines(1);
    uint32_t unit = turns_of_us(20);

    begin();
    handler_turns = unit;
    REQUIRE(irq_attach(board.spare_lines[0], 0, handler, NULL, "not sampled") == 0);
    for (uint64_t since = 0; for_a_time(&since);) {
        irqctl_pend(board.spare_lines[0]);
        work_two(3 * unit);
    }
    trace_sampler_stop();
    CHECK_EQ(irq_detach(board.spare_lines[0]), 0);
    uint32_t late = sum_of(NULL, ANY_THREAD, 0).late, all = count_of(work_two) + late;

    CHECK_EQ(count_of(work_handler), 0);
    /* The kernel's dispatch counts as the handler's time. */
    CHECK(late * 100 > all * 20 && late * 100 < all * 35);
}

/* ------------------------------------------------------------------ rates */

TEST("samples are taken at the requested rate, also on an idle CPU")
{
    struct trace_sample_sums sums;

    begin();
    CHECK_EQ(trace_sampler_hz(), HZ);
    uint64_t since = clock_ns();

    thread_sleep(1000);
    trace_sampler_stop();
    test_note("%lu us", (unsigned long)((clock_ns() - since) / 1000));
    CHECK_EQ(trace_sampler_hz(), 0);
    trace_sample_sums(&sums);
    test_note("%lu samples in 1 s, %lu late", (unsigned long)sums.taken, (unsigned long)sums.late);
    CHECK(sums.taken > CONFIG_CPUS * HZ * 94 / 100 && sums.taken < CONFIG_CPUS * HZ * 106 / 100);
    thread_sleep(20);
    uint32_t before = sums.taken;

    trace_sample_sums(&sums);
    CHECK_EQ(sums.taken, before);
    check_none_missing();
    trace_sample_reset();
    trace_sample_sums(&sums);
    CHECK_EQ(sums.taken, 0);
    CHECK_EQ(sum_of(NULL, ANY_THREAD, 0).count, 0);
}

TEST("a rate outside the limits is refused, and so is a timer in use")
{
    CHECK_EQ(trace_sampler_start(TRACE_SAMPLER_HZ_MIN - 1), -EINVAL);
    CHECK_EQ(trace_sampler_start(TRACE_SAMPLER_HZ_MAX + 1), -EINVAL);
    CHECK_EQ(trace_sampler_hz(), 0);
    CHECK_EQ(irq_attach(board.spare_timer->line, 1, handler, NULL, "another"), 0);
    CHECK_EQ(trace_sampler_start(HZ), -EBUSY);
    CHECK_EQ(trace_sampler_hz(), 0);
    CHECK_EQ(irq_detach(board.spare_timer->line), 0);
    CHECK_EQ(trace_sampler_start(HZ), 0);
    CHECK_EQ(trace_sampler_start(2 * HZ), 0);
    CHECK_EQ(trace_sampler_hz(), 2 * HZ);
    trace_sampler_stop();
}
