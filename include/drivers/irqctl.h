/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interrupt controller. A board has one, chosen at link time. Lines and levels are those of
 * spoor/port/irq.h.
 */
#ifndef DRIVERS_IRQCTL_H
#define DRIVERS_IRQCTL_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Prepare the controller for this CPU: all lines off, levels set to the least urgent. Context: boot. */
void irqctl_init(void);

/** @return how many lines there are; valid lines are below it. Context: any. */
unsigned irqctl_lines(void);

/** Let `line` interrupt (for a per-CPU line: this CPU). Context: any. */
void irqctl_enable(unsigned line);

/** Keep `line` from interrupting; a pending interrupt stays pending. Context: any. */
void irqctl_disable(unsigned line);

/** Give `line` a level, 0 the most urgent to SPOOR_IRQ_LEVELS - 1. Context: any. */
void irqctl_set_level(unsigned line, unsigned level);

/** Make `line` pending as if its device had raised it. Context: any. */
void irqctl_pend(unsigned line);

/** Interrupt other CPUs with inter-processor line `line`; no effect with one CPU. Context: any. */
void irqctl_signal(uint32_t cpu_mask, unsigned line);

/** Where the controller is, if the architecture doesn't say; supplied by board.c. */
struct irqctl_at {
    uintptr_t lines; /**< the part for all CPUs: a GIC's distributor */
    uintptr_t cpu;   /**< the part of each CPU: a GIC's CPU interface */
};
extern const struct irqctl_at board_irqctl;

SPOOR_EXTERN_C_END

#endif
