/* SPDX-License-Identifier: BSD-2-Clause */
#include <spoor/port/irq.h>
#include <spoor/sample.h>
#include "work.h"

/* On boards that can't look up functions, samples are counted by blocks of code; the alignment gives each
 * function its own block. */
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
    __asm__ volatile(""); /* prevents merging with work_one() */
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

/* Must come last. Its alignment keeps later code out of work_below()'s last block: code that is in no table
 * would be counted as work_below(). */
static void work_end(void);

WORK uint32_t work_below(unsigned deep, uint32_t turns)
{
    uint32_t result = deep;

    __asm__ volatile("" ::"r"(work_end)); /* forces work_end() to be linked */

    if (deep == 0) {
        work_one(turns);
    } else {
        result += work_below(deep - 1, turns);
    }
    __asm__ volatile("" : "+r"(result)); /* prevents a tail call */
    return result;
}

WORK static void work_end(void)
{
    __asm__ volatile("");
}
