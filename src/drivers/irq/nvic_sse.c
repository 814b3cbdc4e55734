/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two NVICs of an Arm SSE-200 (Arm DDI0479 and 101104, "Message handling unit"; QEMU hw/arm/armsse.c,
 * hw/misc/armsse-mhu.c). Each CPU can access only its own NVIC, and every device interrupts both CPUs.
 *
 * Lines 0 to 14 are inter-processor interrupts, SysTick is 15, and 16 + n is interrupt n. Device interrupts
 * are served by CPU 0. If another CPU changes one, it stores the change and interrupts CPU 0 through the
 * message handling unit. The unit carries inter-processor lines too: its handler, at the highest priority,
 * pends an interrupt without a device that has the level of the line. The two timers are per CPU, under the
 * line of the first.
 */
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <hal/irqctl.h>
#include <hal/spinlock.h>
#include "nvic_priv.h"

#define MHU_SET(cpu)   NVIC_REG(board_irqctl.cpu + 0x10 * (cpu) + 0x4)
#define MHU_CLEAR(cpu) NVIC_REG(board_irqctl.cpu + 0x10 * (cpu) + 0x8)

#define IRQ(n)         (NVIC_IRQ0 + (n))
#define LINE_TIMER     IRQ(3) /* timer of CPU 0; the next line is the timer of CPU 1 */
#define LINE_MHU       IRQ(6)
#define CARRIERS       IRQ(112) /* first of the interrupts that stand in for inter-processor lines */
#define IPIS           15
#define LINES          CARRIERS
#define WORDS          ((LINES + 31) / 32)
#define REQUEST_UPDATE (1u << 31)

static struct hal_spinlock lock; /* protects the next three variables, the lines of CPU 0 */
static uint32_t enabled[WORDS], raised[WORDS];
static uint8_t level_of[LINES];
static uint32_t requests[CONFIG_CPUS]; /* bits of inter-processor lines, and REQUEST_UPDATE */

/* Line indices start at 0 and include the core's exceptions, so an index is never negative. */
static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

/* @return the interrupt of this CPU's NVIC for a per-CPU line, or 0 for a line of CPU 0 */
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

static void request(unsigned cpu, uint32_t bits)
{
    __atomic_fetch_or(&requests[cpu], bits, __ATOMIC_SEQ_CST);
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

/* Update the NVIC for a line of CPU 0. Must be called on CPU 0 with the lock held. */
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

static bool is_driver_line(unsigned line)
{
    return line == LINE_MHU || line == LINE_TIMER || line == LINE_TIMER + 1;
}

/* Apply a change to a line of CPU 0. The caller must hold the lock. */
static void changed(unsigned line)
{
    if (hal_cpu_id() == 0) {
        apply(line);
    } else {
        request(0, REQUEST_UPDATE);
    }
}

static uint32_t lock_lines(void)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&lock);
    return state;
}

static void unlock_lines(uint32_t state)
{
    hal_spin_unlock(&lock);
    spoor_irq_restore(state);
}

static void enable(unsigned line, bool on)
{
    uint32_t state = lock_lines();
    uint32_t *word = &enabled[line / 32];

    *word = on ? *word | bit(line) : *word & ~bit(line);
    changed(line);
    unlock_lines(state);
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
    uint32_t state = lock_lines();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_set_level(own, level);
    } else {
        level_of[line] = (uint8_t)level;
        changed(line);
    }
    unlock_lines(state);
}

void irqctl_pend(unsigned line)
{
    uint32_t state = lock_lines();
    unsigned own = own_interrupt(line);

    if (own != 0) {
        nvic_pend(own);
    } else {
        raised[line / 32] |= bit(line);
        changed(line);
    }
    unlock_lines(state);
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if (cpu_mask & 1u << cpu) {
            request(cpu, 1u << line);
        }
    }
}

static void serve_mhu(unsigned cpu)
{
    uint32_t bits;

    MHU_CLEAR(cpu) = 1;
    __asm__ volatile("dsb" ::: "memory");
    bits = __atomic_exchange_n(&requests[cpu], 0, __ATOMIC_SEQ_CST);
    for (uint32_t lines = bits & ((1u << IPIS) - 1); lines != 0; lines &= lines - 1) {
        nvic_pend(CARRIERS + (unsigned)__builtin_ctz(lines));
    }
    if (bits & REQUEST_UPDATE) {
        uint32_t state = lock_lines();

        for (unsigned line = NVIC_IRQ0; line < LINES; line++) {
            if (!is_driver_line(line)) {
                apply(line);
            }
        }
        unlock_lines(state);
    }
}

/* @return whether CPU 0 may serve `line`. If another CPU has just disabled it, it stays pending. */
static bool may_serve(unsigned line)
{
    uint32_t state = lock_lines();
    bool may = (enabled[line / 32] & bit(line)) != 0;

    if (!may) {
        nvic_disable(line);
        nvic_pend(line);
    }
    unlock_lines(state);
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
