/* SPDX-License-Identifier: BSD-2-Clause */
/* The event irq_masked: which sections are recorded, with their caller and length. */
#include <arch/delay.h>
#include <drivers/clock.h>
#include <spoor/masked.h>
#include <spoor/port/irq.h>
#include <spoor/port/kernel_events.h>
#include <test/test.h>
#include "../events/expect.h"
#include "../events/walk.h"

#define NEXT 512 /* bytes: more than a function of this file has */

static __attribute__((noinline)) void hold(uint32_t instructions)
{
    uint32_t state = spoor_irq_save();

    arch_delay(instructions);
    spoor_irq_restore(state);
}

static uint32_t cycles_of(uint32_t instructions)
{
    return (uint32_t)((uint64_t)instructions * clock_hz() / 1000000000);
}

static bool is_in_hold(uint32_t address)
{
    uint32_t begin = (uint32_t)(uintptr_t)hold & ~1u;

    return address > begin && address < begin + NEXT;
}

/* The kernel has sections of its own, which may be recorded between. In `exact` an instruction is 1 ns. */
static void expect_section(uint32_t instructions)
{
    const uint32_t *w;

    do {
        w = expect("irq_masked");
    } while (!is_in_hold(w[0]));
    CHECK(w[1] >= cycles_of(instructions));
    CHECK(w[1] <= cycles_of(instructions + 24) + 2);
}

TEST("each new longest section is recorded when it ends, a shorter one isn't")
{
    trace_masked_set_record(0);
    expect_begin(TRACE_IRQ);
    trace_masked_reset();
    hold(30000);
    hold(20000);
    hold(40000);
    trace_masked_enable(false);
    expect_end();
    trace_masked_enable(true);
    expect_section(30000);
    expect_section(40000);
}

TEST("sections beyond the limit are recorded, however long the longest was")
{
    hold(90000);
    trace_masked_set_record(cycles_of(25000));
    expect_begin(TRACE_IRQ);
    hold(30000);
    hold(20000);
    hold(26000);
    trace_masked_enable(false);
    expect_end();
    trace_masked_enable(true);
    trace_masked_set_record(0);
    expect_section(30000);
    expect_section(26000);

    unsigned n = 0;

    for (unsigned i = 0; i < kept_count; i++) {
        n += kept[i].id == event_id_of(&irq_masked) && is_in_hold(kept[i].words[0]);
    }
    CHECK_EQ(n, 2);
}
