/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of functions while an interrupt occurs at each instruction of a tree of calls in turn, including
 * those of the hooks. The interrupt's dispatch is traced in the context that it interrupts, so the times of
 * both must add up to the cycle.
 */
#include <drivers/clock.h>
#include <spoor/port/irq.h>
#include <spoor/function.h>
#include "masked.h"

/* From tests/target/functions: root calls branch and leaf, branch calls leaf twice. */
void tree_root(void);
void tree_branch(void);
void tree_leaf(void);

static struct {
    uint32_t shots, within; /* those within the tree */
    uint32_t wrong_counts, wrong_sums;
    int32_t shortest_cycles, longest_cycles; /* the tree without the interrupt within it */
} seen;

static struct trace_function row(const void *fn)
{
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0 && (f.fn & ~1u) == ((uint32_t)fn & ~1u)) {
            return f;
        }
    }
    return (struct trace_function){0};
}

static uint64_t self_cycles(void)
{
    struct trace_function f;
    uint64_t sum = 0;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0) {
            sum += f.self_cycles;
        }
    }
    return sum;
}

/* Check the functions counted in the last shot: a tree, and an interrupt within or outside it. */
static void check(void)
{
    struct trace_function root = row((void *)tree_root), irq = row((void *)hal_on_irq);
    uint64_t beside = self_cycles() - root.total_cycles;

    seen.shots++;
    seen.within += beside == 0;
    seen.wrong_sums += beside != 0 && beside != irq.total_cycles;
    int32_t own_cycles = (int32_t)(root.total_cycles - (beside == 0 ? irq.total_cycles : 0));

    seen.shortest_cycles = own_cycles < seen.shortest_cycles ? own_cycles : seen.shortest_cycles;
    seen.longest_cycles = own_cycles > seen.longest_cycles ? own_cycles : seen.longest_cycles;
    seen.wrong_counts += root.count != 1 || irq.count != 1 || row((void *)tree_branch).count != 1 ||
                         row((void *)tree_leaf).count != 3;
}

static void check_and_reset(void)
{
    if (row((void *)tree_root).count != 0) {
        check();
    }
    trace_function_table_reset();
}

/* Average cycles of the undisturbed tree. */
static int32_t mean_cycles(void)
{
    enum { RUNS = 40 };

    for (unsigned run = 0; run < RUNS; run++) {
        tree_root();
    }
    return (int32_t)(row((void *)tree_root).total_cycles / RUNS);
}

TEST("functions that interrupt a hook anywhere in the same context are all counted, and times add up")
{
    const struct masked m = {tree_root, check_and_reset};
    struct masked_found found;

    trace_function_table_reset();
    trace_function_table_run(true);
    int32_t mean = mean_cycles();

    trace_function_table_reset();
    seen.shortest_cycles = INT32_MAX;
    masked_sweep(&m, &found);
    trace_function_table_run(false);
    test_note("%lu interrupts, %lu of them within; the tree takes %ld cycles, and %ld to %ld with interrupts",
              (unsigned long)seen.shots, (unsigned long)seen.within, (long)mean, (long)seen.shortest_cycles,
              (long)seen.longest_cycles);
    CHECK(seen.within > 500);
    CHECK(seen.within < seen.shots);
    CHECK_EQ(seen.wrong_counts, 0);
    CHECK_EQ(seen.wrong_sums, 0);
    CHECK(seen.shortest_cycles >= mean - 6); /* clock steps at each hook, including the interrupt's */
    CHECK(seen.longest_cycles <= mean + 6 + (int32_t)(ARCH_ENTRY_INSTRUCTIONS / (1000000000u / clock_hz())));
}
