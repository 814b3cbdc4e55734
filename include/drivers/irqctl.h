/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interrupt controller. A board has one, selected at link time. Lines and levels are those of
 * spoor/port/irq.h.
 */
#ifndef DRIVERS_IRQCTL_H
#define DRIVERS_IRQCTL_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Prepare the controller for this CPU: all lines disabled, with the lowest priority. Context: boot. */
void irqctl_init(void);

/** @return the number of lines; valid lines are below it. Context: any. */
unsigned irqctl_lines(void);

/** Enable `line`; a per-CPU line only on this CPU. Context: any. */
void irqctl_enable(unsigned line);

/** Disable `line`. A pending interrupt stays pending. Context: any. */
void irqctl_disable(unsigned line);

/** Set the level of `line`, from 0, the highest priority, to SPOOR_IRQ_LEVELS - 1. Context: any. */
void irqctl_set_level(unsigned line, unsigned level);

/** Make `line` pending as if its device had raised it. Context: any. */
void irqctl_pend(unsigned line);

/** Interrupt other CPUs with the inter-processor line `line`. No effect with one CPU. Context: any. */
void irqctl_signal(uint32_t cpu_mask, unsigned line);

/** Addresses of the controller, if the architecture doesn't define them. Must be defined by board.c. */
struct irqctl_at {
    uintptr_t lines; /**< the part shared by all CPUs: a GIC's distributor */
    uintptr_t cpu;   /**< the per-CPU part: a GIC's CPU interface */
};
extern const struct irqctl_at board_irqctl;

SPOOR_EXTERN_C_END

#endif
