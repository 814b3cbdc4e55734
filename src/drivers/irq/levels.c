/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupt levels in software, for controllers without priorities (levels_priv.h). */
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <hal/irqctl.h>
#include <hal/spinlock.h>
#include "levels_priv.h"

static struct {
    uint32_t enabled[LEVELS_WORDS_MAX];
    uint32_t lines[SPOOR_IRQ_LEVELS][LEVELS_WORDS_MAX]; /* the lines of each level */
    uint32_t urgent[SPOOR_IRQ_LEVELS + 1]
                   [LEVELS_WORDS_MAX];    /* enabled lines of higher priority than each level, precomputed */
    uint8_t level[32 * LEVELS_WORDS_MAX]; /* the level of each line, precomputed */
    uint32_t raised[LEVELS_WORDS_MAX];    /* lines raised by software while they were disabled */
    unsigned serving;                     /* level being served; SPOOR_IRQ_LEVELS outside interrupts */
} cpus[CONFIG_CPUS];

static struct hal_spinlock lock; /* protects the lines of CPU 0, which any CPU may change */

/* @return the CPU that `line` interrupts: the caller for a per-CPU line, otherwise CPU 0 */
static unsigned cpu_of(unsigned line)
{
    return levels_own_word && line < 32 ? hal_cpu_id() : 0;
}

/* Update derived state after a change to the lines of a word. The caller must hold the lock. */
static void changed(unsigned cpu, unsigned word)
{
    uint32_t lines = 0;

    for (unsigned level = 0; level < SPOOR_IRQ_LEVELS; level++) {
        cpus[cpu].urgent[level][word] = lines & cpus[cpu].enabled[word];
        lines |= cpus[cpu].lines[level][word];
    }
    cpus[cpu].urgent[SPOOR_IRQ_LEVELS][word] = lines & cpus[cpu].enabled[word];
    levels_allow(cpu, word, cpus[cpu].urgent[cpus[cpu].serving][word], cpus[cpu].serving);
}

static unsigned words_of(unsigned cpu)
{
    return cpu == 0 ? levels_words : 1;
}

static void serve_level(unsigned cpu, unsigned level)
{
    const uint32_t *before = cpus[cpu].urgent[cpus[cpu].serving], *after = cpus[cpu].urgent[level];

    hal_spin_lock(&lock);
    cpus[cpu].serving = level;
    levels_allow(cpu, 0, after[0], level);
    for (unsigned word = words_of(cpu) - 1; word > 0; word--) {
        if (after[word] != before[word]) {
            levels_allow(cpu, word, after[word], level);
        }
    }
    hal_spin_unlock(&lock);
}

unsigned irqctl_lines(void)
{
    return 32 * levels_words;
}

void irqctl_init(void)
{
    unsigned cpu = hal_cpu_id();

    for (unsigned word = 0; word < words_of(cpu); word++) {
        cpus[cpu].enabled[word] = 0;
        for (unsigned level = 0; level < SPOOR_IRQ_LEVELS; level++) {
            cpus[cpu].lines[level][word] = level == SPOOR_IRQ_LEVELS - 1 ? ~0u : 0;
        }
    }
    for (unsigned line = 0; line < 32 * words_of(cpu); line++) {
        cpus[cpu].level[line] = SPOOR_IRQ_LEVELS - 1;
    }
    cpus[cpu].serving = SPOOR_IRQ_LEVELS;
    for (unsigned word = 0; word < words_of(cpu); word++) {
        changed(cpu, word);
    }
}

static unsigned level_of(unsigned cpu, unsigned line)
{
    return cpus[cpu].level[line];
}

/* The caller must hold the lock. */
static void raise(unsigned cpu, unsigned line)
{
    uint32_t bit = 1u << line % 32;

    if (cpus[cpu].enabled[line / 32] & bit) {
        levels_raise(cpu, line, level_of(cpu, line));
    } else {
        cpus[cpu].raised[line / 32] |= bit;
    }
}

static void enable(unsigned line, bool on)
{
    uint32_t state = spoor_irq_save();
    unsigned cpu = cpu_of(line);
    uint32_t *word = &cpus[cpu].enabled[line / 32];

    hal_spin_lock(&lock);
    *word = on ? *word | 1u << line % 32 : *word & ~(1u << line % 32);
    changed(cpu, line / 32);
    if (on && cpus[cpu].raised[line / 32] & 1u << line % 32) {
        cpus[cpu].raised[line / 32] &= ~(1u << line % 32);
        raise(cpu, line);
    }
    hal_spin_unlock(&lock);
    spoor_irq_restore(state);
}

void irqctl_enable(unsigned line)
{
    enable(line, true);
}

void irqctl_disable(unsigned line)
{
    enable(line, false);
}

void irqctl_set_level(unsigned line, unsigned level)
{
    uint32_t state = spoor_irq_save();
    unsigned cpu = cpu_of(line);

    hal_spin_lock(&lock);
    for (unsigned l = 0; l < SPOOR_IRQ_LEVELS; l++) {
        cpus[cpu].lines[l][line / 32] &= ~(1u << line % 32);
    }
    cpus[cpu].lines[level][line / 32] |= 1u << line % 32;
    cpus[cpu].level[line] = (uint8_t)level;
    changed(cpu, line / 32);
    hal_spin_unlock(&lock);
    spoor_irq_restore(state);
}

static void raise_on(unsigned cpu, unsigned line)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&lock);
    raise(cpu, line);
    hal_spin_unlock(&lock);
    spoor_irq_restore(state);
}

void irqctl_pend(unsigned line)
{
    raise_on(cpu_of(line), line);
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    hal_barrier();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if (cpu_mask & 1u << cpu) {
            raise_on(cpu, line);
        }
    }
}

/*
 * @return the highest-priority pending line, with its level in `level`; the number of lines if there is
 * none
 */
static unsigned most_urgent(unsigned cpu, unsigned *level)
{
    unsigned found = irqctl_lines(), found_level = cpus[cpu].serving;

    for (unsigned word = 0; word < words_of(cpu); word++) {
        uint32_t due = cpus[cpu].urgent[found_level][word];

        due = due != 0 ? levels_due(cpu, word) & due : 0;

        while (due != 0) {
            found = 32 * word + (unsigned)__builtin_ctz(due);
            found_level = level_of(cpu, found);
            due &= cpus[cpu].urgent[found_level][word];
        }
    }
    *level = found_level;
    return found;
}

/* Defer lines that were disabled after software raised them, until they are enabled. */
static void defer_disabled(unsigned cpu)
{
    hal_spin_lock(&lock);
    for (unsigned line = 0; line < 32 * words_of(cpu); line++) {
        uint32_t bit = 1u << line % 32;

        if (levels_due(cpu, line / 32) & ~cpus[cpu].enabled[line / 32] & bit) {
            levels_taken(cpu, line, level_of(cpu, line));
            cpus[cpu].raised[line / 32] |= bit;
        }
    }
    hal_spin_unlock(&lock);
}

void hal_irqctl_serve(void)
{
    unsigned cpu = hal_cpu_id();
    unsigned before = cpus[cpu].serving, level;
    unsigned line = most_urgent(cpu, &level);

    if (line == irqctl_lines()) {
        defer_disabled(cpu);
        return;
    }
    levels_taken(cpu, line, level);
    serve_level(cpu, level);
    spoor_irq_enable();
    hal_on_irq(line);
    spoor_irq_disable();
    serve_level(cpu, before);
}
