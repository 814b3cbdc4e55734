/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupt dispatch: one handler per line. */
#ifndef KERNEL_IRQ_H
#define KERNEL_IRQ_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * With several CPUs, the lines by which the kernel interrupts another CPU; the following ones are free for
 * irqctl_signal().
 */
#define IRQ_IPI_RESCHEDULE 0
#define IRQ_IPI_HALT       1
#define IRQ_IPI_FREE       2

typedef void (*irq_handler)(unsigned line, void *arg);

/**
 * Attach a handler and enable the line. For a line that each CPU has for itself (timers, inter-processor
 * lines) that is the calling CPU's; see irq_enable_cpu().
 *
 * @param level  0, the most urgent, to SPOOR_IRQ_LEVELS - 1; a more urgent one interrupts a less urgent
 * @param name   kept by reference; shown by `irqs`
 * @return 0, -EINVAL for a line or level the controller hasn't, -EBUSY when the line is taken, -ENOMEM when
 *         CONFIG_IRQ_HANDLERS handlers are attached
 *
 * Context: boot or thread.
 */
int irq_attach(unsigned line, unsigned level, irq_handler fn, void *arg, const char *name);

/**
 * Disable the line and remove its handler. After that the handler runs on no CPU; another CPU's own line may
 * still interrupt it once, without a handler.
 *
 * @return 0, or -ENOENT
 *
 * Context: thread.
 */
int irq_detach(unsigned line);

/**
 * Let a line that each CPU has for itself interrupt the calling CPU as well; its handler is attached.
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
/** Interrupts of this line aren't recorded: the trace link's, which each record would cause. */
extern unsigned irq_untraced_line;
#endif

/** Describe the `n`-th attached handler. @return 0, or -ENOENT past the last. Context: thread. */
int irq_get_info(unsigned n, struct irq_info *info);

/** @return interrupts served by all CPUs since boot, or by one. Context: any. */
uint32_t irq_count(void);
uint32_t irq_count_of(unsigned cpu);

/** @return interrupts that this CPU is in, the calling handler's among them; in a thread 0. Context: any. */
unsigned irq_depth(void);

/** @return interrupts on lines that have no handler (the line is then disabled). Context: any. */
uint32_t irq_spurious_count(void);

/**
 * @param bytes  set to the size of the stack of a CPU's interrupts, CONFIG_ISR_STACK_BYTES
 * @return the most of it that was ever in use
 *
 * Context: any. Cost: looks at every unused word.
 */
size_t irq_stack_used(unsigned cpu, size_t *bytes);

SPOOR_EXTERN_C_END

#endif
