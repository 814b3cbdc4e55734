/* SPDX-License-Identifier: BSD-2-Clause */
/* The sweep of masked.h. The board's spare timer is always started at the same place and runs for a fixed
 * time; a delay of an exact number of instructions moves the operation relative to it. For architectures with
 * an <arch/sweep.h> ("masksweep") and a counter that one load reads.
 */
#include <arch/delay.h>
#include <arch/sweep.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <services/console.h>
#include <kernel/irq.h>
#include "masked.h"

/* The interrupt is due this long after the timer's start; an operation must take a little less. */
#define DUE_HZ           62500u
#define DUE_INSTRUCTIONS (1000000000u / DUE_HZ)

enum { NEVER, BEFORE, INSIDE, BEHIND };

static struct {
    void (*interrupt)(void);
    uint32_t reads; /* number of reads of the counter, and instructions per step of the counter */
    uint32_t started;
    volatile uint32_t taken, pc;
    volatile uint32_t at;    /* the thread's stage when the interrupt was taken */
    volatile uint32_t stage; /* the thread's current stage */
} shot;

/*
 * The time in instructions, from a counter that advances every n instructions: the sum of n reads that are m
 * instructions apart. floor((t + m i) / n), summed over i = 0 to n - 1, is t plus a constant if m and n have
 * no common divisor (Hermite's identity). m is 7, which has none with a power of 10, so this works for any
 * counter rate.
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
 * The first interrupt occurs before the operation, where nothing is masked, and each next one an instruction
 * later.
 */
static void sweep(const struct masked *m, struct masked_found *found)
{
    uint32_t soonest = shoot(m, DUE_INSTRUCTIONS);

    CHECK_EQ(shot.at, BEFORE);
    *found = (struct masked_found){0};
    for (uint32_t ahead = DUE_INSTRUCTIONS - 1; ahead > 1 && shot.at != BEHIND; ahead--) {
        /* Negative if the interrupt nests, since its entry is then shorter. */
        int32_t late = (int32_t)(shoot(m, ahead) - soonest);

        found->shots += shot.at == INSIDE;
        if (late > (int32_t)found->instructions) {
            found->instructions = (uint32_t)late;
            found->until = shot.pc;
        }
    }
    CHECK_EQ(shot.at, BEHIND); /* otherwise the operation takes longer than the sweep */
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
    console_flush(); /* otherwise the console's interrupts would disturb the sweep */
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
