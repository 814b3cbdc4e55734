/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accounting under overload. All services are on, every CPU runs threads and nested jittered interrupts, and
 * the reader is too slow. The records are also counted independently: the test's events in plain counters,
 * switches and interrupts by the kernel. Every emitted record must have been read or counted as lost,
 * exactly, for each CPU and event.
 */
#include <string.h>
#include <drivers/board.h>
#include <spoor/port/atomic.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <kernel/ipc.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <spoor/visits.h>
#include <test/jitter.h>
#include <test/test.h>
#include "walk.h"

#define LOAD_MS   300
#define JITTER_HZ 5000

TRACE_EVENT_DEF(short_load, TRACE_USER, "n");
TRACE_EVENT_DEF(long_load, TRACE_USER, "a", "b", "c", "d", "e");
TRACE_DATA_DEF(text_load, TRACE_USER, "text:str");
TRACE_EVENT_DEF(outer_load, TRACE_USER);
TRACE_EVENT_DEF(inner_load, TRACE_USER, "n", "m");
TRACE_POINT_DEF(point_load);
TRACE_BLOCK_DEF(block_load);

enum { SHORT, LONG, TEXT, OUTER, INNER, POINT, BLOCK, SWITCH, IRQ, KINDS };

static volatile uint32_t emitted[CONFIG_CPUS][KINDS];
static uint32_t ticks;
static struct trace_client client;
static volatile bool loading;

static void count(unsigned kind)
{
    spoor_atomic_inc(&emitted[hal_cpu_id()][kind]); /* the thread is pinned to its CPU */
}

/* ------------------------------------------------------------------ load */

static struct thread loads[CONFIG_CPUS];
static uint8_t load_stacks[CONFIG_CPUS][THREAD_STACK_BYTES(640)] __attribute__((aligned(8)));
static struct sem pace;

static void load(void *arg)
{
    uint32_t n = (uint32_t)(uintptr_t)arg;

    while (loading) {
        count(SHORT);
        trace_event(short_load, n);
        count(LONG);
        trace_event(long_load, n, 1, 2, 3, 4);
        count(TEXT);
        trace_data(text_load, "some text of some length", 5 + n % 16);
        count(POINT);
        trace_point_set(&point_load);
        count(BLOCK);
        trace_block_enter(&block_load);
        trace_block_leave(&block_load);
        if (++n % 8 == 0) {
            sem_post(&pace);
            sem_wait(&pace, 1);
        }
        if (n % 64 == 0) {
            thread_sleep(1);
        }
    }
}

static void outer(void)
{
    count(OUTER);
    trace_event(outer_load);
}

static void inner(void)
{
    count(INNER);
    trace_event(inner_load, 1, 2);
}

/* ------------------------------------------------------------------ hold all CPUs */

#if CONFIG_CPUS > 1

static struct thread holders[CONFIG_CPUS];
static uint8_t holder_stacks[CONFIG_CPUS][THREAD_STACK_BYTES(512)] __attribute__((aligned(8)));
static volatile uint32_t held, hold, release;

static void holder(void *arg)
{
    (void)arg;
    uint32_t state = spoor_irq_save();

    spoor_atomic_inc(&held);
    while (!release) {
        SPOOR_RELAX();
    }
    spoor_irq_restore(state);
}

static void start_holders(void)
{
    held = release = 0;
    for (unsigned cpu = 1; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "holder",
            .entry = holder,
            .priority = THREAD_PRIORITY_MAX,
            .affinity = (uint8_t)(1u << cpu),
            .stack = holder_stacks[cpu],
            .stack_bytes = sizeof holder_stacks[cpu],
        };

        REQUIRE(thread_create(&holders[cpu], &attr) == 0);
    }
}

/* Hold every CPU in a thread with interrupts masked, so that none switches or takes an interrupt until
 * let_go(). */
static uint32_t hold_all(void)
{
    start_holders();
    while (held != CONFIG_CPUS - 1) {
        SPOOR_RELAX();
    }
    return spoor_irq_save();
}

static void let_go(uint32_t state)
{
    release = 1;
    spoor_irq_restore(state);
    for (unsigned cpu = 1; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(thread_join(&holders[cpu], NULL, 1000), 0);
    }
}

#else

static uint32_t hold_all(void)
{
    return spoor_irq_save();
}

static void let_go(uint32_t state)
{
    spoor_irq_restore(state);
}

#endif

/* Tick interrupts of all CPUs: the kernel counts interrupts per line. */
static uint32_t ticks_served(void)
{
    struct irq_info info;

    for (unsigned n = 0; irq_get_info(n, &info) == 0; n++) {
        if (info.line == board.tick->line) {
            return info.count;
        }
    }
    return 0;
}

static void begin_accounting(void)
{
    uint32_t state = hold_all();

    CHECK_EQ(trace_service_start(&client, TRACE_SERVICES_ALL & ~(uint32_t)TRACE_FUNCTION), 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        emitted[cpu][SWITCH] = -sched_switch_count_of(cpu);
        emitted[cpu][IRQ] = -irq_count_of(cpu);
    }
    ticks = -ticks_served();
    trace_rings_stop(false);
    let_go(state);
}

static void end_accounting(void)
{
    uint32_t state = hold_all();

    CHECK_EQ(trace_service_stop(&client, TRACE_SERVICES_ALL), 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        emitted[cpu][SWITCH] += sched_switch_count_of(cpu);
        emitted[cpu][IRQ] += irq_count_of(cpu);
    }
    ticks += ticks_served();
    let_go(state);
}

/* ------------------------------------------------------------------ accounting */

static void check_one(unsigned cpu, unsigned kind, unsigned id, const char *name)
{
    uint32_t accounted = walks[cpu].seen[id] + trace_losses[cpu][id];

    if (accounted != emitted[cpu][kind]) {
        test_note("cpu %u: %s: %lu emitted, %lu read, %lu lost", cpu, name, (unsigned long)emitted[cpu][kind],
                  (unsigned long)walks[cpu].seen[id], (unsigned long)trace_losses[cpu][id]);
    }
    CHECK_EQ(accounted, emitted[cpu][kind]);
}

static void check_cpu(unsigned cpu)
{
    uint32_t lost = 0;

    check_one(cpu, SHORT, event_id_of(&short_load), "short_load");
    check_one(cpu, LONG, event_id_of(&long_load), "long_load");
    check_one(cpu, TEXT, event_id_of(&text_load), "text_load");
    check_one(cpu, OUTER, event_id_of(&outer_load), "outer_load");
    check_one(cpu, INNER, event_id_of(&inner_load), "inner_load");
    check_one(cpu, POINT, trace_point_id(&point_load), "point_load");
    check_one(cpu, BLOCK, trace_block_id(&block_load), "block_load");
    check_one(cpu, SWITCH, event_named("sched_switch"), "sched_switch");
    check_one(cpu, IRQ, event_named("irq_enter"), "irq_enter");
    check_one(cpu, IRQ, event_named("irq_exit"), "irq_exit");
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        lost += trace_losses[cpu][id];
    }
    CHECK_EQ(trace_rings[cpu].dropped + trace_rings[cpu].overwritten, lost);
    CHECK_EQ(trace_rings[cpu].unrecorded, 0);
    test_note("cpu %u: %lu read, %lu lost", cpu, (unsigned long)walks[cpu].total, (unsigned long)lost);
}

static void check_ticks(void)
{
    unsigned id = event_named("kernel_tick");
    uint32_t accounted = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        accounted += walks[cpu].seen[id] + trace_losses[cpu][id];
    }
    CHECK_EQ(accounted, ticks);
    CHECK(ticks >= LOAD_MS / 2);
}

static void start_loads(void)
{
    loading = true;
    sem_init(&pace, 0, 8);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "load",
            .entry = load,
            .arg = (void *)(uintptr_t)cpu,
            .priority = (uint8_t)(thread_priority(thread_self()) - 1),
            .affinity = (uint8_t)(1u << cpu),
            .stack = load_stacks[cpu],
            .stack_bytes = sizeof load_stacks[cpu],
        };

        REQUIRE(thread_create(&loads[cpu], &attr) == 0);
    }
}

static void overload(enum spoor_wire_mode mode, unsigned parts_a_turn)
{
    memset((void *)emitted, 0, sizeof emitted);
    REQUIRE(trace_client_register(&client, "account") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    CHECK_EQ(trace_point_set_recorded(&point_load, true), 0);
    CHECK_EQ(trace_block_set_recorded(&block_load, true), 0);
    trace_point_reset(&point_load);
    trace_block_reset(&block_load);
    walk_begin(mode);
    begin_accounting();
    start_loads();
    bool jitters = jitter_start(JITTER_HZ, outer, inner) == 0;

    for (int ms = 0; ms < LOAD_MS; ms += 10) {
        thread_sleep(10);
        for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
            walk_parts(cpu, parts_a_turn, NULL);
        }
    }
    if (jitters) {
        jitter_stop();
    }
    loading = false;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(thread_join(&loads[cpu], NULL, 1000), 0);
    }
    end_accounting();
    walk_end(NULL);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        check_cpu(cpu);
    }
    check_ticks();
    trace_client_unregister(&client);
    trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
}

static uint32_t sum_of(unsigned kind)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += emitted[cpu][kind];
    }
    return sum;
}

TEST("under overload with a slow reader, every event is read or counted as lost")
{
    overload(SPOOR_WIRE_MODE_STREAM, 1);
    CHECK(trace_rings[0].dropped > 100);
}

TEST("recorded points and blocks agree with their own counts")
{
    struct trace_block_stats stats;

    trace_block_get_stats(&block_load, &stats);
    CHECK_EQ(stats.count, sum_of(BLOCK));
    CHECK_EQ(trace_point_get_value(&point_load), sum_of(POINT));
}

TEST("in mode overwrite under load, every event is read or counted as lost")
{
    overload(SPOOR_WIRE_MODE_OVERWRITE, 0);
    CHECK(trace_rings[0].overwritten > 100);
}
