/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of the run. All values are read at one moment: the other CPUs are parked, and interrupts are masked
 * from then on, so nothing that is counted happens after that. The values are printed as
 *
 *     # witness clock HZ
 *     # witness cpu CPU SWITCHES INTERRUPTS
 *     # witness thread ID NAME SWITCHES STACK BYTES
 *     # witness line LINE COUNT NAME
 *     # witness sampler LINE
 *     # witness point NAME COUNT
 *     # witness block NAME COUNT WALL NET SELF MIN MAX LAST
 *     # witness function ADDRESS COUNT TOTAL SELF
 *     # witness samples TAKEN FULL
 *     # witness sample FUNCTION THREAD LEVEL COUNT
 *
 * with times in ticks of the clock and addresses in hexadecimal.
 */
#include <string.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <hal/cpu.h>
#include <hal/semihost.h>
#include <kernel/irq.h>
#include <kernel/panic.h>
#include <kernel/thread.h>
#include <services/console.h>
#include <spoor/function.h>
#include <spoor/open.h>
#include <spoor/port/irq.h>
#include <spoor/sample.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include <spoor/trace.h>
#include <test/test.h>
#include <util/array_spread.h>
#include "witness.h"

#define NUMBER(n) ((unsigned long)(n))
#define RESULT    "ok 1 a known load\n" /* the harness can't print it any more: it would need an interrupt */

/* ------------------------------------------------------------------ stopping */

/* For what can't fail here. */
static void require(int result, const char *what)
{
    if (result != 0) {
        panic("%s: %d", what, result);
    }
}

#if CONFIG_CPUS > 1

static volatile uint32_t parked;
static struct thread parks[CONFIG_CPUS];
static uint8_t park_stacks[CONFIG_CPUS][THREAD_STACK_BYTES(384)] __attribute__((aligned(8)));

static void park(void *arg)
{
    (void)arg;
    board.tick->ops->stop(board.tick); /* or it would end each wait at once */
    spoor_irq_disable();
    __atomic_fetch_or(&parked, 1u << hal_cpu_id(), __ATOMIC_RELEASE);
    for (;;) {
        hal_cpu_wait();
    }
}

static void park_others(void)
{
    for (unsigned cpu = 1; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "park",
            .entry = park,
            .priority = THREAD_PRIORITY_MAX,
            .affinity = (uint8_t)(1u << cpu),
            .stack = park_stacks[cpu],
            .stack_bytes = sizeof park_stacks[cpu],
        };

        require(thread_create(&parks[cpu], &attr), "thread");
    }
    while (parked != (1u << CONFIG_CPUS) - 2) {
        thread_sleep(1); /* an emulator that runs CPUs in turn may starve them otherwise */
    }
}

#else

static void park_others(void)
{
}

#endif

/* ------------------------------------------------------------------ the last records */

#if CONFIG_TRACE_EVENTS

/* The daemon must not be in the middle of a frame on a CPU that stops. */
static void pin_daemon(void)
{
    struct thread_info info;

    for (unsigned n = 0; thread_get_brief(n, &info) == 0; n++) {
        if (strcmp(info.name, "trace") == 0) {
            require(thread_set_affinity((struct thread *)info.thread, 1), "affinity");
        }
    }
}

static void send_most(void)
{
    pin_daemon();
    trace_stream_flush(); /* after this the daemon isn't in the middle of a frame, and it can't run */
}

/* A flush, without the lock of the daemon: a thread mustn't wait with interrupts masked. */
static void send_rest(void)
{
    trace_session_ask(TRACE_SESSION_FLUSH);
    while (trace_session_step() != TRACE_SESSION_DONE) {
    }
}

#else

static void send_most(void)
{
}

static void send_rest(void)
{
}

#endif

/* ------------------------------------------------------------------ values */

static void print_kernel(void)
{
    struct thread_info t;
    struct irq_info line;

    test_note("witness clock %lu", NUMBER(clock_hz()));
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        test_note("witness cpu %u %lu %lu", cpu, NUMBER(sched_switch_count_of(cpu)),
                  NUMBER(irq_count_of(cpu)));
    }
    for (unsigned n = 0; thread_get_brief(n, &t) == 0; n++) {
        test_note("witness thread %lu %s %lu %lx %lu", NUMBER(CONFIG_TRACE_EVENTS ? t.id : n + 1), t.name,
                  NUMBER(t.switches), NUMBER((uintptr_t)t.thread->stack), NUMBER(t.stack_bytes));
    }
    for (unsigned n = 0; irq_get_info(n, &line) == 0; n++) {
        test_note("witness line %u %lu %s", line.line, NUMBER(line.count), line.name);
    }
    if (board.spare_timer != NULL) {
        test_note("witness sampler %u", board.spare_timer->line);
    }
}

static void print_points_and_blocks(void)
{
    array_spread_foreach_ptr (p, trace_points) {
        test_note("witness point %s %lu", trace_point_get_name(p), NUMBER(trace_point_get_value(p)));
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        uint64_t net = b->sum_cycles - b->stolen_sum_cycles;

        test_note("witness block %s %lu %lu %lu %lu %lu %lu %lu", trace_block_get_name(b), NUMBER(b->count),
                  NUMBER(b->sum_cycles), NUMBER(net), NUMBER(net - b->children_sum_cycles),
                  NUMBER(b->min_cycles), NUMBER(b->max_cycles), NUMBER(b->last_cycles));
    }
}

static void print_functions(void)
{
#if CONFIG_TRACE_FUNCTION
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0) {
            test_note("witness function %lx %lu %lu %lu", NUMBER(f.fn & ~1u), NUMBER(f.count),
                      NUMBER(f.total_cycles), NUMBER(f.self_cycles));
        }
    }
#endif
}

static void print_samples(void)
{
    struct trace_sample_row row;
    struct trace_sample_sums sums;

    trace_sample_sums(&sums);
    test_note("witness samples %lu %lu", NUMBER(sums.taken), NUMBER(sums.full));
    for (unsigned n = 0; n < CONFIG_TRACE_SAMPLE_TABLE; n++) {
        if (trace_sample_row(n, &row) == 0) {
            test_note("witness sample %lx %lu %lu %lu", NUMBER(row.function), NUMBER(row.thread),
                      NUMBER(row.level), NUMBER(row.count));
        }
    }
}

_Noreturn void freeze(void)
{
    require(thread_set_priority(thread_self(), THREAD_PRIORITY_MAX), "priority");
    park_others();
    send_most();
    spoor_irq_disable();
    send_rest();
    print_kernel();
    print_points_and_blocks();
    print_functions();
    print_samples();
    test_note("witness end");
    console_write(RESULT, sizeof RESULT - 1);
    hal_semihost_exit(0);
}
