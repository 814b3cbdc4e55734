/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sweep of masked.h. The board's spare timer runs from one place for a fixed time; the operation moves,
 * by a delay between the two that is exact to the instruction. For architectures with an <arch/sweep.h>
 * ("masksweep"), and a counter that one load reads.
 */
#include <arch/delay.h>
#include <arch/sweep.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <services/console.h>
#include <kernel/irq.h>
#include "masked.h"

/* The interrupt comes so long after the timer's start; an operation may take a little less. */
#define DUE_HZ           62500u
#define DUE_INSTRUCTIONS (1000000000u / DUE_HZ)

enum { NEVER, BEFORE, INSIDE, BEHIND };

static struct {
    void (*interrupt)(void);
    uint32_t reads; /* of the counter while it advances by 1: instructions as well */
    uint32_t started;
    volatile uint32_t taken, pc;
    volatile uint32_t at;    /* where the thread was when the interrupt was taken */
    volatile uint32_t stage; /* where it is */
} shot;

/*
 * The time in instructions, from a counter that takes n of them for a step: the sum of n reads that are m
 * instructions apart. For floor((t + m i) / n) over i = 0 to n - 1 adds up to t and a constant when m and n
 * have no common divisor (Hermite's identity); and 7 has none with a power of 10, for any counter's
 * rate.
 */
static inline __attribute__((always_inline)) uint32_t now(uint32_t n)
{
    return arch_sum_reads(n);
}

static void due_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;

    (void)line;
    shot.taken = now(shot.reads);
    t->ops->ack(t);
    t->ops->stop(t);
    shot.pc = arch_interrupted_thread();
    shot.at = shot.stage;
    if (shot.interrupt != NULL) {
        shot.interrupt();
    }
}

/* Run once, `ahead` instructions after the timer's start. @return the time until the interrupt was taken */
static __attribute__((noinline)) uint32_t shoot(const struct masked *m, uint32_t ahead)
{
    const struct timer_dev *t = board.spare_timer;

    if (m->prepare != NULL) {
        m->prepare();
    }
    shot.at = NEVER;
    shot.stage = BEFORE;
    shot.started = now(shot.reads);
    t->ops->start(t, DUE_HZ);
    arch_delay(ahead);
    shot.stage = INSIDE;
    m->op();
    shot.stage = BEHIND;
    while (shot.at == NEVER) {
    }
    return shot.taken - shot.started;
}

/*
 * The first interrupt comes before the operation, where nothing is masked, and each next one instruction
 * later.
 */
static void sweep(const struct masked *m, struct masked_found *found)
{
    uint32_t soonest = shoot(m, DUE_INSTRUCTIONS);

    CHECK_EQ(shot.at, BEFORE);
    *found = (struct masked_found){0};
    for (uint32_t ahead = DUE_INSTRUCTIONS - 1; ahead > 1 && shot.at != BEHIND; ahead--) {
        int32_t late =
            (int32_t)(shoot(m, ahead) - soonest); /* less than 0 where it nests, by a shorter entry */

        found->shots += shot.at == INSIDE;
        if (late > (int32_t)found->instructions) {
            found->instructions = (uint32_t)late;
            found->until = shot.pc;
        }
    }
    CHECK_EQ(shot.at, BEHIND); /* or the operation takes longer than the sweep reaches */
}

void masked_sweep(const struct masked *m, struct masked_found *found)
{
    const struct timer_dev *t = board.spare_timer;

    if (t == NULL) {
        test_skip("no spare timer");
    }
    shot.interrupt = m->interrupt;
    shot.reads = 1000000000u / clock_hz();
    REQUIRE(shot.reads * clock_hz() == 1000000000u);
    REQUIRE(irq_attach(t->line, 0, due_isr, (void *)t, "masked") == 0);
    console_flush(); /* or its interrupts would come between */
    board.tick->ops->stop(board.tick);
    sweep(m, found);
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
    irq_detach(t->line);
}

void masked_report(const char *variant, const struct masked *m)
{
    struct masked_found found;

    masked_sweep(m, &found);
    if (found.instructions != 0) {
        test_note("interrupts are masked until 0x%lx", (unsigned long)found.until);
    }
    CHECK(found.shots != 0);
    bench_report("masked_stretch", variant, "instructions", found.instructions);
}
