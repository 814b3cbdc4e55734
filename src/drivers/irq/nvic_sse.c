/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The NVICs of an Arm SSE-200's two CPUs (Arm DDI0479 and 101104, "Message handling unit"; QEMU
 * hw/arm/armsse.c, hw/misc/armsse-mhu.c). Each CPU reaches its own NVIC alone, and all devices interrupt
 * both.
 *
 * Lines 0 to 14 are inter-processor, SysTick is 15, 16 + n is interrupt n. The latter go to CPU 0: another
 * CPU that changes one leaves a note, and the message handling unit interrupts CPU 0, which looks it up. The
 * unit brings inter-processor lines too: its handler, the most urgent, makes an interrupt pending that has no
 * device and takes the line's level. The two timers are each CPU's own, under the line of the first.
 */
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <hal/irqctl.h>
#include <hal/spinlock.h>
#include "nvic_priv.h"

#define MHU_SET(cpu)   NVIC_REG(board_irqctl.cpu + 0x10 * (cpu) + 0x4)
#define MHU_CLEAR(cpu) NVIC_REG(board_irqctl.cpu + 0x10 * (cpu) + 0x8)

#define IRQ(n)      (NVIC_IRQ0 + (n))
#define LINE_TIMER  IRQ(3) /* of CPU 0; the next one is that of CPU 1 */
#define LINE_MHU    IRQ(6)
#define CARRIERS    IRQ(112) /* of inter-processor lines */
#define IPIS        15
#define LINES       CARRIERS
#define WORDS       ((LINES + 31) / 32)
#define ASK_CHANGED (1u << 31)

static struct hal_spinlock lock; /* over the next three, the lines of CPU 0 */
static uint32_t enabled[WORDS], raised[WORDS];
static uint8_t level_of[LINES];
static uint32_t asked[CONFIG_CPUS]; /* bits of inter-processor lines, and ASK_CHANGED */

/* Lines are indexed from 0, those of the core included: an index never falls below the array. */
static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

/* @return the interrupt of this CPU's NVIC that serves a line of its own, or 0 for one of CPU 0 */
static unsigned own_interrupt(unsigned line)
{
    if (line < IPIS) {
        return CARRIERS + line;
    }
    if (line == LINE_TIMER) {
        return LINE_TIMER + hal_cpu_id();
    }
    return line == NVIC_SYSTICK ? line : 0;
}

static void ask(unsigned cpu, uint32_t bits)
{
    __atomic_fetch_or(&asked[cpu], bits, __ATOMIC_SEQ_CST);
    __asm__ volatile("dsb" ::: "memory");
    MHU_SET(cpu) = 1;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

unsigned irqctl_lines(void)
{
    return LINES;
}

void irqctl_init(void)
{
    for (unsigned line = NVIC_SYSTICK; line < NVIC_IRQ0 + CONFIG_NVIC_LINES; line++) {
        nvic_disable(line);
        nvic_set_level(line, SPOOR_IRQ_LEVELS - 1);
    }
    if (hal_cpu_id() == 0) {
        for (unsigned line = 0; line < LINES; line++) {
            level_of[line] = SPOOR_IRQ_LEVELS - 1;
        }
    }
    nvic_set_level(LINE_MHU, 0);
    nvic_enable(LINE_MHU);
}

/* Bring the NVIC of CPU 0 up to date with a line. Call with the lock, on CPU 0. */
static void apply(unsigned line)
{
    unsigned word = line / 32;

    nvic_set_level(line, level_of[line]);
    if (raised[word] & bit(line)) {
        raised[word] &= ~bit(line);
        nvic_pend(line);
    }
    if (enabled[word] & bit(line)) {
        nvic_enable(line);
    } else {
        nvic_disable(line);
    }
}

static bool is_of_driver(unsigned line)
{
    return line == LINE_MHU || line == LINE_TIMER || line == LINE_TIMER + 1;
}

/* A line of CPU 0 was changed, with the lock. */
static void changed(unsigned line)
{
    if (hal_cpu_id() == 0) {
        apply(line);
    } else {
        ask(0, ASK_CHANGED);
    }
}

static uint32_t take(void)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&lock);
    return state;
}

static void give(uint32_t state)
{
    hal_spin_unlock(&lock);
    spoor_irq_restore(state);
}

static void enable(unsigned line, bool on)
{
    uint32_t state = take();
    uint32_t *word = &enabled[line / 32];

    *word = on ? *word | bit(line) : *word & ~bit(line);
    changed(line);
    give(state);
}

void irqctl_enable(unsigned line)
{
    uint32_t state = spoor_irq_save();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_enable(own);
    } else {
        enable(line, true);
    }
    spoor_irq_restore(state);
}

void irqctl_disable(unsigned line)
{
    uint32_t state = spoor_irq_save();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_disable(own);
    } else {
        enable(line, false);
    }
    spoor_irq_restore(state);
}

void irqctl_set_level(unsigned line, unsigned level)
{
    uint32_t state = take();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_set_level(own, level);
    } else {
        level_of[line] = (uint8_t)level;
        changed(line);
    }
    give(state);
}

void irqctl_pend(unsigned line)
{
    uint32_t state = take();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_pend(own);
    } else {
        raised[line / 32] |= bit(line);
        changed(line);
    }
    give(state);
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if (cpu_mask & 1u << cpu) {
            ask(cpu, 1u << line);
        }
    }
}

static void serve_mhu(unsigned cpu)
{
    uint32_t bits;

    MHU_CLEAR(cpu) = 1;
    __asm__ volatile("dsb" ::: "memory");
    bits = __atomic_exchange_n(&asked[cpu], 0, __ATOMIC_SEQ_CST);
    for (uint32_t lines = bits & ((1u << IPIS) - 1); lines != 0; lines &= lines - 1) {
        nvic_pend(CARRIERS + (unsigned)__builtin_ctz(lines));
    }
    if (bits & ASK_CHANGED) {
        uint32_t state = take();

        for (unsigned line = NVIC_IRQ0; line < LINES; line++) {
            if (!is_of_driver(line)) {
                apply(line);
            }
        }
        give(state);
    }
}

/* @return whether CPU 0 may serve it: another CPU may have disabled it just now. If not, it stays pending. */
static bool may_serve(unsigned line)
{
    uint32_t state = take();
    bool may = (enabled[line / 32] & bit(line)) != 0;

    if (!may) {
        nvic_disable(line);
        nvic_pend(line);
    }
    give(state);
    return may;
}

void hal_irqctl_serve(void)
{
    unsigned cpu = hal_cpu_id(), line;

    __asm__ volatile("mrs %0, ipsr" : "=r"(line));
    if (line == LINE_MHU) {
        serve_mhu(cpu);
    } else if (line >= CARRIERS) {
        hal_on_irq(line - CARRIERS);
    } else if (line == LINE_TIMER + cpu) {
        hal_on_irq(LINE_TIMER);
    } else if (line == NVIC_SYSTICK || may_serve(line)) {
        hal_on_irq(line);
    }
}
