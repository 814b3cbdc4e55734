/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The part of the interrupt controller's state that the entry of interrupts uses (interrupt.S): a CLINT and a
 * PLIC, with levels in software. The driver (src/drivers/irq/plic.c) fills it.
 */
#ifndef ARCH_IRQCTL_H
#define ARCH_IRQCTL_H

#define RV32_LINES        128
#define RV32_LINE_TIMER   7  /**< the CPU's timer; lines below 32 have no source in the PLIC */
#define RV32_LINE_SOURCE0 32 /**< source n of the PLIC is line 32 + n */

/* Offsets of members for the assembly, which the driver checks. */
#define RV32_IRQCTL_CONTEXT     40
#define RV32_IRQCTL_MSIP        44
#define RV32_IRQCTL_SERVING     48
#define RV32_IRQCTL_RAISED      52
#define RV32_IRQCTL_RAISED_LINE 56
#define RV32_IRQCTL_RAISED_WORD 60
#define RV32_IRQCTL_RAISED_BIT  64
#define RV32_IRQCTL_WAITING     68
#define RV32_IRQCTL_LEVEL_OF    72

#ifndef __ASSEMBLER__

#include <stdint.h>
#include <spoor/port/irq.h>

/** What may interrupt while a line of a level is served. */
struct rv32_level {
    uint32_t threshold; /**< of the PLIC */
    uint32_t mie;
};

/** Must be changed with interrupts masked, and is in reach of gp. */
struct rv32_irqctl {
    struct rv32_level levels[SPOOR_IRQ_LEVELS + 1]; /**< the last is that outside interrupts */
    volatile uint32_t *context;                     /**< in the PLIC: threshold, then claim and complete */
    volatile uint32_t *msip;                        /**< triggers the software interrupt */
    const struct rv32_level *serving;
    /** A raised line interrupts now; it isn't one of those that wait. NULL: none. */
    const struct rv32_level *raised;
    uint32_t raised_line;
    uint32_t *raised_word; /**< to let it wait: the bit in the driver's memory, which is set atomically */
    uint32_t raised_bit;
    uint32_t waiting;             /**< not 0: raised lines may wait */
    uint8_t level_of[RV32_LINES]; /**< the level of each line, as an offset into `levels` */
};

extern struct rv32_irqctl rv32_irqctl;

/**
 * Upcall, implemented by the driver: `serving` has become less urgent, no line is raised, and lines may wait.
 * Raises the most urgent if it may interrupt.
 *
 * Context: end of an interrupt, interrupts masked.
 */
void hal_irqctl_raise_next(void);

#endif
#endif
