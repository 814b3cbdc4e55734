/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupt dispatch: one handler per line. */
#ifndef KERNEL_IRQ_H
#define KERNEL_IRQ_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * With several CPUs, the lines that the kernel uses to interrupt another CPU. Lines from IRQ_IPI_FREE on
 * are free for irqctl_signal().
 */
#define IRQ_IPI_RESCHEDULE 0
#define IRQ_IPI_HALT       1
#define IRQ_IPI_FREE       2

typedef void (*irq_handler)(unsigned line, void *arg);

/**
 * Attach a handler and enable the line. A per-CPU line (timers, inter-processor lines) is enabled only on
 * the calling CPU; see irq_enable_cpu().
 *
 * @param level  0, the highest priority, to SPOOR_IRQ_LEVELS - 1; a higher priority interrupts a lower one
 * @param name   kept by reference; shown by `irqs`
 * @return 0, -EINVAL if the controller has no such line or level, -EBUSY if the line has a handler, -ENOMEM
 * if CONFIG_IRQ_HANDLERS handlers are attached
 *
 * Context: boot or thread.
 */
int irq_attach(unsigned line, unsigned level, irq_handler fn, void *arg, const char *name);

/**
 * Disable the line and remove its handler. After the return the handler runs on no CPU. A per-CPU line of
 * another CPU may still interrupt it once, without a handler.
 *
 * @return 0, or -ENOENT
 *
 * Context: thread.
 */
int irq_detach(unsigned line);

/**
 * Enable a per-CPU line on the calling CPU as well. Its handler must be attached.
 *
 * @return 0, or -ENOENT
 *
 * Context: boot, or a thread that stays on its CPU.
 */
int irq_enable_cpu(unsigned line);

struct irq_info {
    unsigned line, level;
    const char *name;
    uint32_t count;
};

#if CONFIG_TRACE_LINK_IRQ
/** The trace link's line. Its interrupts aren't recorded, because each record would cause more of them. */
extern unsigned irq_untraced_line;
#endif

/** Describe the `n`-th attached handler. @return 0, or -ENOENT past the last. Context: thread. */
int irq_get_info(unsigned n, struct irq_info *info);

/** @return interrupts served since boot, by all CPUs or by one. Context: any. */
uint32_t irq_count(void);
uint32_t irq_count_of(unsigned cpu);

/**
 * @return the interrupt nesting depth on this CPU, including the calling handler; 0 in a thread. Context:
 * any.
 */
unsigned irq_depth(void);

/** @return interrupts on lines without a handler; such a line is then disabled. Context: any. */
uint32_t irq_spurious_count(void);

/**
 * @param bytes  set to the size of a CPU's interrupt stack, CONFIG_ISR_STACK_BYTES
 * @return its high-water mark in bytes
 *
 * Context: any. Cost: reads every unused word.
 */
size_t irq_stack_used(unsigned cpu, size_t *bytes);

SPOOR_EXTERN_C_END

#endif
