/* SPDX-License-Identifier: BSD-2-Clause */
/* What the measurement of masked sections adds to one of them: a save and its restore. */
#define BENCH_PREPARE prepare
#include <spoor/masked.h>
#include <spoor/port/irq.h>
#include <spoor/port/port.h>
#include <test/bench.h>

/* Has a section that is longer than those that are measured. */
static void prepare(void)
{
    uint32_t state, begin;

    state = spoor_irq_save();
    begin = spoor_port_cycles();
    while (spoor_port_cycles() - begin < spoor_port_cycles_hz() / 50000) {
    }
    spoor_irq_restore(state);
}

static inline __attribute__((always_inline)) void unmeasured(void)
{
    uint32_t state = (spoor_irq_save)();

    (spoor_irq_restore)(state);
}

static inline __attribute__((always_inline)) void measured(void)
{
    uint32_t state = spoor_irq_save();

    spoor_irq_restore(state);
}

BENCH(masked_section, "unmeasured", BENCH_COLD, unmeasured())
BENCH(masked_section, "on", BENCH_COLD, measured())

TEST("the measurement is switched off")
{
    trace_masked_enable(false);
}

BENCH(masked_section, "off", BENCH_COLD, measured())
