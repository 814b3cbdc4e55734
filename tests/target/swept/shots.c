/* SPDX-License-Identifier: BSD-2-Clause */
#include <arch/delay.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <spoor/port/irq.h>
#include <kernel/irq.h>
#include <spoor/port/hooks.h>
#include <services/console.h>
#include <test/test.h>
#include "shots.h"

/* The first interrupt is due this long after the timer's start, and the second this long after the first. */
#define DUE_HZ           250000u
#define DUE_INSTRUCTIONS (1000000000u / DUE_HZ)

/* A timer that starts at the counter's next step is also swept at other phases of the counter. The steps are
 * used with two interrupts. */
#define PHASES      3
#define FIRST_STEP  7
#define SECOND_STEP 190

enum { NEVER, BEFORE, INSIDE, AFTER };

static struct {
    const struct shots *sweep;
    volatile unsigned stage, left;
    volatile unsigned at; /* the stage during the first interrupt */
    volatile bool hit;
    uint32_t second_delay;
} shot;

static void due_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;

    (void)line;
    t->ops->ack(t);
    t->ops->stop(t);
    if (shot.at == NEVER) {
        shot.at = shot.stage;
    }
    shot.hit |= shot.stage == INSIDE;
    shot.left--;
    if (shot.left != 0) {
        t->ops->start(t, DUE_HZ);
    }
    shot.sweep->interrupt();
    if (shot.left != 0) { /* the second interrupt follows the return after a variable delay */
        arch_delay(shot.second_delay);
    }
}

/* Replaces the tick, which is stopped: a narrow counter wraps within a few hundred shots. */
static void keep_time(void)
{
    uint32_t state = spoor_irq_save();

    clock_upkeep();
    trace_hook_tick();
    spoor_irq_restore(state);
}

/* Each shot starts just after a step of the counter. */
static void wait_for_step(unsigned phase)
{
    uint32_t now = clock_counter_low();

    while (clock_counter_low() == now) {
    }
    arch_delay(2 + phase);
}

static __attribute__((noinline)) void shoot(uint32_t ahead, unsigned phase)
{
    const struct timer_dev *t = board.spare_timer;

    keep_time();
    shot.sweep->prepare();
    shot.at = NEVER;
    shot.hit = false;
    shot.left = shot.sweep->twice ? 2 : 1;
    shot.stage = BEFORE;
    wait_for_step(phase);
    t->ops->start(t, DUE_HZ);
    arch_delay(ahead);
    shot.stage = INSIDE;
    shot.sweep->op();
    shot.stage = AFTER;
    while (shot.left != 0) {
    }
    if (shot.hit) {
        shot.sweep->check();
    }
}

/* The first interrupt is before the operation, each next one later in it. */
static uint32_t take(unsigned phase, uint32_t step)
{
    uint32_t ahead = DUE_INSTRUCTIONS, hits = 0;

    shoot(ahead, phase);
    CHECK_EQ(shot.at, BEFORE);
    while (ahead > step + 2 && shot.at != AFTER) {
        ahead -= step;
        shoot(ahead, phase);
        hits += shot.hit;
    }
    CHECK_EQ(shot.at, AFTER); /* otherwise the operation takes longer than the sweep */
    return shot.at == AFTER ? hits : 0;
}

uint32_t shots_take(const struct shots *s)
{
    const struct timer_dev *t = board.spare_timer;
    uint32_t hits = 0;

    shot.sweep = s;
    if (t == NULL) {
        test_skip("no spare timer");
        return 0;
    }
    REQUIRE(irq_attach(t->line, 0, due_isr, (void *)t, "shot") == 0);
    console_flush(); /* otherwise the console's interrupts would disturb the sweep */
    board.tick->ops->stop(board.tick);
    if (s->twice) {
        for (shot.second_delay = 2; shot.second_delay < DUE_INSTRUCTIONS; shot.second_delay += SECOND_STEP) {
            hits += take(0, FIRST_STEP);
        }
    } else {
        for (unsigned phase = 0; phase < (t->clock_hz == 0 ? PHASES : 1); phase++) {
            hits += take(phase, 1);
        }
    }
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
    irq_detach(t->line);
    return hits;
}
