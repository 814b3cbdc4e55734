/* SPDX-License-Identifier: BSD-2-Clause */
#include <spoor/port/irq.h>
#include <spoor/sample.h>
#include "work.h"

/* Where functions aren't found, samples are counted by pieces of the code: then each is in one of its own. */
#define WORK __attribute__((noinline, noclone, aligned(TRACE_SAMPLE_GRAIN)))

static inline __attribute__((always_inline)) void turn(uint32_t turns)
{
    while (turns-- != 0) {
        __asm__ volatile("" : "+r"(turns));
    }
}

WORK void work_one(uint32_t turns)
{
    turn(turns);
}

WORK void work_two(uint32_t turns)
{
    turn(turns);
    __asm__ volatile(""); /* or it would be the same function as work_one() */
}

WORK void work_masked(uint32_t turns)
{
    uint32_t state = spoor_irq_save();

    turn(turns);
    spoor_irq_restore(state);
    __asm__ volatile("");
}

WORK void work_handler(uint32_t turns)
{
    turn(turns);
    __asm__ volatile("" ::"r"(0));
}

/* Comes last, in bytes of its own by its alignment: code behind work_below() that no table knows
 * would be counted as work_below(), whose last bytes it would share. */
static void work_end(void);

WORK uint32_t work_below(unsigned deep, uint32_t turns)
{
    uint32_t result = deep;

    __asm__ volatile("" ::"r"(work_end)); /* linked */

    if (deep == 0) {
        work_one(turns);
    } else {
        result += work_below(deep - 1, turns);
    }
    __asm__ volatile("" : "+r"(result)); /* no tail call */
    return result;
}

WORK static void work_end(void)
{
    __asm__ volatile("");
}
