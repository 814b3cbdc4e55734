/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupt masking and interrupt state of the calling CPU.
 *
 * An architecture supplies the inline bodies in <arch/spoor_irq.h>. Lines are numbered as the interrupt
 * controller numbers them: on ARMv6-M and ARMv7-M by exception number (SysTick 15, IRQ n is 16 + n), with
 * a GIC by INTID. Priority levels run from 0, the most urgent, to SPOOR_IRQ_LEVELS - 1.
 */
#ifndef SPOOR_PORT_IRQ_H
#define SPOOR_PORT_IRQ_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Priority levels that every board has; nRF51 implements just these two bits. */
#define SPOOR_IRQ_LEVELS 4

/**
 * Mask interrupts on this CPU.
 *
 * @return the state before, for spoor_irq_restore(); calls nest
 *
 * Context: any. Cost: 2 instructions on ARMv7-M.
 */
static inline uint32_t spoor_irq_save(void);

/**
 * Return to the state that spoor_irq_save() returned. Pending interrupts, and a requested switch, are taken
 * before the next statement.
 *
 * Context: any. Cost: 2 instructions on ARMv7-M.
 */
static inline void spoor_irq_restore(uint32_t state);

/**
 * The same without waiting: pending interrupts may be taken a few instructions later. For short masked
 * sections that cannot have asked for a switch.
 *
 * Context: any. Cost: 1 instruction on ARMv7-M.
 */
static inline void spoor_irq_restore_relaxed(uint32_t state);

/** @return true inside an interrupt or exception handler. Context: any. */
static inline bool spoor_in_isr(void);

/* The profiler alone, in a product, needs none of these. */
#if !defined(SPOOR_LOCK) && !defined(CONFIG_SPOOR)

/** @return true when interrupts were masked before spoor_irq_save() returned `state`. Context: any. */
static inline bool spoor_irq_was_masked(uint32_t state);

/** Unmask interrupts in any state. Context: boot, fault and interrupt-dispatch code only. */
static inline void spoor_irq_enable(void);

/** Mask interrupts for good. Context: any. */
static inline void spoor_irq_disable(void);

/** @return true when interrupts are masked on this CPU. Context: any. */
static inline bool spoor_irq_masked(void);

#endif

/**
 * Upcall, supplied by the kernel: an interrupt on `line` is to be served.
 *
 * Context: interrupt; more urgent levels may nest in it.
 */
void hal_on_irq(unsigned line);

#include <arch/spoor_irq.h>

SPOOR_EXTERN_C_END

#endif
