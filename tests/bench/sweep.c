/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sweep of masked.h. The board's spare timer runs from one place for a fixed time; the operation moves,
 * by a delay between the two that is exact to the instruction. For Cortex-M ("masksweep") with a counter that
 * one load reads.
 */
#include <drivers/board.h>
#include <drivers/clock.h>
#include <services/console.h>
#include <kernel/irq.h>
#include "masked.h"

/* The interrupt comes so long after the timer's start; an operation may take a little less. */
#define DUE_HZ           62500u
#define DUE_INSTRUCTIONS (1000000000u / DUE_HZ)

#define FRAME_PC 6 /* r0 to r3, r12, lr, then it (Armv7-M ARM, B1.5.6) */

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
    uint32_t sum = 0, read;

    __asm__ volatile(".syntax unified     \n\t"
                     "1: ldr  %[read], [%[counter]]\n\t"
                     "adds %[sum], %[read]\n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "subs %[n], #1       \n\t"
                     "bne  1b             \n\t"
                     : [sum] "+l"(sum), [n] "+l"(n), [read] "=&l"(read)
                     : [counter] "l"(CONFIG_CYCLES_ADDRESS)
                     : "cc", "memory");
    return sum;
}

static void due_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;
    const uint32_t *frame;

    (void)line;
    shot.taken = now(shot.reads);
    t->ops->ack(t);
    t->ops->stop(t);
    __asm__ volatile("mrs %0, psp" : "=r"(frame));
    shot.pc = frame[FRAME_PC];
    shot.at = shot.stage;
    if (shot.interrupt != NULL) {
        shot.interrupt();
    }
}

/* Takes `n` instructions, at least 2, and a fixed number more. */
static __attribute__((naked, noinline)) void delay(uint32_t n __attribute__((unused)))
{
    __asm__ volatile(".syntax unified     \n\t"
                     "lsrs r0, r0, #1     \n\t"
                     "bcc  1f             \n\t"
                     "nop                 \n\t" /* an odd one has as many turns as the even one below */
                     "1: subs r0, #1      \n\t"
                     "bne  1b             \n\t"
                     "bx   lr             \n\t");
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
    delay(ahead);
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
        uint32_t late = shoot(m, ahead) - soonest;

        found->shots += shot.at == INSIDE;
        if (late > found->instructions) {
            found->instructions = late;
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

void masked_report(const char *variant, uint32_t budget, const struct masked *m)
{
    struct masked_found found;

    masked_sweep(m, &found);
    if (budget != BENCH_FREE && found.instructions > budget) {
        test_note("interrupts are masked until 0x%lx", (unsigned long)found.until);
    }
    CHECK(found.shots != 0);
    bench_report("masked_stretch", variant, "instructions", found.instructions, budget);
}
