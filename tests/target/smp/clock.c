/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock agrees between CPUs: a time read on one CPU is never later than one read afterwards on another.
 */
#include <spoor/port/atomic.h>
#include <drivers/clock.h>
#include <spoor/port/port.h>
#include <test/test.h>
#include "pinned.h"

#define HANDOVERS     (20000u / CONFIG_CPUS) /* between each CPU and the next, unless that takes too long */
#define HANDOVERS_MIN 1000u                  /* in total, however long they take on a busy machine */
#define TIME_MAX_NS   UINT64_C(1500000000)

static struct {
    volatile uint32_t turn;
    volatile bool over;
    uint64_t end_ns;
    uint64_t cycles;
    uint32_t low;
    uint32_t backwards, low_backwards;
} ball;

static bool my_turn(uint32_t turn)
{
    while (__atomic_load_n(&ball.turn, __ATOMIC_ACQUIRE) != turn) {
        if (ball.over || (clock_ns() > ball.end_ns && turn > HANDOVERS_MIN / CONFIG_CPUS)) {
            ball.over = true;
            return false;
        }
        SPOOR_RELAX();
    }
    return true;
}

/* Take every second turn: compare the clock with the other CPU's reading, and leave a reading for it. */
static void play(void *arg)
{
    for (uint32_t turn = (uint32_t)(uintptr_t)arg; turn < HANDOVERS && my_turn(turn); turn += 2) {
        uint32_t low = spoor_port_cycles();
        uint64_t cycles = clock_cycles();

        ball.low_backwards += (int32_t)(low - ball.low) < 0;
        ball.backwards += cycles < ball.cycles;
        ball.cycles = clock_cycles();
        ball.low = spoor_port_cycles();
        __atomic_store_n(&ball.turn, turn + 1, __ATOMIC_RELEASE);
    }
}

TEST("the clock never goes backwards from one CPU to another")
{
    uint32_t handovers = 0;

    ball.backwards = ball.low_backwards = 0;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        ball.turn = 0;
        ball.over = false;
        ball.end_ns = clock_ns() + TIME_MAX_NS;
        ball.cycles = clock_cycles();
        ball.low = spoor_port_cycles();
        pinned_start(0, ON((cpu + 1) % CONFIG_CPUS), LOW, play, (void *)1);
        pinned_start(1, ON(cpu), LOW, play, (void *)0);
        pinned_join(2);
        handovers += ball.turn;
    }
    test_note("%lu hand-overs", (unsigned long)handovers);
    CHECK(handovers >= HANDOVERS_MIN);
    CHECK_EQ(ball.backwards, 0);
    CHECK_EQ(ball.low_backwards, 0);
}

static volatile uint32_t lock_held;
static uint64_t latest;
static volatile uint32_t behind;

static void read_under_lock(void *arg)
{
    (void)arg;
    for (int i = 0; i < 5000; i++) {
        uint32_t state = spoor_irq_save();

        while (__atomic_exchange_n(&lock_held, 1, __ATOMIC_ACQUIRE) != 0) {
            SPOOR_RELAX();
        }
        uint64_t now = clock_cycles();

        behind += now < latest;
        latest = now;
        __atomic_store_n(&lock_held, 0, __ATOMIC_RELEASE);
        spoor_irq_restore(state);
    }
}

TEST("the clock, read by all CPUs under a contended lock, never goes backwards")
{
    latest = 0;
    behind = 0;
    pinned_start_each(HIGH, read_under_lock);
    pinned_join(CONFIG_CPUS);
    CHECK_EQ(behind, 0);
}
