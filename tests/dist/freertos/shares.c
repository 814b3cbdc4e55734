/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A task with known shares of its time, sampled by the product's second timer from an interrupt above the
 * kernel's mask. Three parts of the time are in three_parts(), one in one_part(), and one in masked_part()
 * with interrupts masked. With SHARES_REST the task then rests as long again.
 */
#include <FreeRTOS.h>
#include <task.h>
#include "../loop/product.h"
#include "spoor.h"

#define PART 5000 /* loop iterations of two instructions each, at 1 ns per instruction in QEMU */

static void arm_timer(uint32_t cycles)
{
    product_timer_next(1, cycles);
}

static void stop_timer(void)
{
    product_timer_stop(1);
}

SPOOR_SAMPLER(TIMER1_Handler, arm_timer, stop_timer);

/* The table has a row per 64 bytes of code. */
#define OWN_ROW __attribute__((noinline, noclone, aligned(64)))

static inline __attribute__((always_inline)) void turn(unsigned n)
{
    __asm__ volatile("1: subs %0, %0, #1\n\tbne 1b" : "+l"(n)::"cc");
}

static OWN_ROW void three_parts(void)
{
    turn(3 * PART);
}

static OWN_ROW void one_part(void)
{
    turn(PART);
}

static OWN_ROW void masked_part(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    turn(PART);
    __asm__ volatile("cpsie i\n\tisb" ::: "memory");
    __asm__ volatile("nop; nop; nop; nop");
}

static OWN_ROW void shares(void *unused)
{
    (void)unused;
    for (unsigned n = 0;; n++) {
        three_parts();
        one_part();
        masked_part();
#ifdef SHARES_REST
        if (n % 16 == 15) {
            vTaskDelay(2);
        }
#endif
    }
}

void shares_start(void);

void shares_start(void)
{
    static StackType_t stack[128];
    static StaticTask_t task;

    (void)xTaskCreateStatic(shares, "shares", 128, NULL, 1, stack, &task);
}
