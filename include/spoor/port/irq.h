/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupt masking and the interrupt state of the calling CPU.
 *
 * An architecture supplies the inline bodies in <arch/spoor_irq.h>. Lines have the numbers of the interrupt
 * controller: on ARMv6-M and ARMv7-M the exception number (SysTick is 15, IRQ n is 16 + n), with a GIC the
 * INTID. Levels range from 0, the most urgent, to SPOOR_IRQ_LEVELS - 1.
 */
#ifndef SPOOR_PORT_IRQ_H
#define SPOOR_PORT_IRQ_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Number of priority levels that every board has. The nRF51 implements only these two bits. */
#define SPOOR_IRQ_LEVELS 4

/**
 * Mask interrupts on this CPU. Calls may be nested.
 *
 * @return the previous state, for spoor_irq_restore()
 *
 * Context: any.
 * Cost: 2 instructions on ARMv7-M.
 */
static inline uint32_t spoor_irq_save(void);

/**
 * Restore the state returned by spoor_irq_save(). Pending interrupts and a requested switch are taken before
 * the next statement.
 *
 * Context: any.
 * Cost: 2 instructions on ARMv7-M.
 */
static inline void spoor_irq_restore(uint32_t state);

/**
 * Restore the state without waiting: pending interrupts may be taken a few instructions later. Only for short
 * masked sections that can't have requested a switch.
 *
 * Context: any.
 * Cost: 1 instruction on ARMv7-M.
 */
static inline void spoor_irq_restore_relaxed(uint32_t state);

/** @return true inside an interrupt or exception handler. Context: any. */
static inline bool spoor_in_isr(void);

/* The profiler in a product doesn't need these. */
#if !defined(SPOOR_LOCK) && !defined(CONFIG_SPOOR)

/** @return true if interrupts were already masked when spoor_irq_save() returned `state`. Context: any. */
static inline bool spoor_irq_was_masked(uint32_t state);

/** Unmask interrupts, whatever the state. Context: boot, fault and interrupt-dispatch code only. */
static inline void spoor_irq_enable(void);

/** Mask interrupts permanently. Context: any. */
static inline void spoor_irq_disable(void);

/** @return true if interrupts are masked on this CPU. Context: any. */
static inline bool spoor_irq_masked(void);

#endif

/**
 * Serve an interrupt on `line`. Supplied by the kernel.
 *
 * Context: interrupt; more urgent levels may interrupt it.
 */
void hal_on_irq(unsigned line);

#include <arch/spoor_irq.h>

/* 1 in a product, where another system masks interrupts. */
#ifndef SPOOR_IRQ_OF_PRODUCT
#define SPOOR_IRQ_OF_PRODUCT 0
#endif

#if CONFIG_TRACE && CONFIG_TRACE_MASKED && !SPOOR_IRQ_OF_PRODUCT

#include <spoor/masked.h>

static inline uint32_t spoor_masked_save(void)
{
    uint32_t state = spoor_irq_save();

    if (trace_masked_is_on() && !spoor_irq_was_masked(state)) {
        spoor_masked_begin();
    }
    return state;
}

static inline void spoor_masked_before_restore(uint32_t state)
{
    if (trace_masked_is_on() && !spoor_irq_was_masked(state)) {
        spoor_masked_end();
    }
}

static inline void spoor_masked_restore(uint32_t state)
{
    spoor_masked_before_restore(state);
    spoor_irq_restore(state);
}

static inline void spoor_masked_restore_relaxed(uint32_t state)
{
    spoor_masked_before_restore(state);
    spoor_irq_restore_relaxed(state);
}

/* From here on sections are measured. The profiler calls (spoor_irq_save)(), which isn't. */
#define spoor_irq_save()                 spoor_masked_save()
#define spoor_irq_restore(state)         spoor_masked_restore(state)
#define spoor_irq_restore_relaxed(state) spoor_masked_restore_relaxed(state)

#endif

SPOOR_EXTERN_C_END

#endif
