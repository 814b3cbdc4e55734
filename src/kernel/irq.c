/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupt dispatch. Handlers are found by a small hash of the line number, so that neither RAM nor time
 * grows with the number of lines. Each nesting level has its own trace context.
 */
#include <errno.h>
#include <drivers/irqctl.h>
#include <spoor/port/atomic.h>
#include <spoor/port/block_masked.h>
#include <kernel/irq.h>
#include <spoor/trace.h>
#include "event_priv.h"

#define BUCKETS 16

struct handler {
    struct handler *next; /**< next in the same bucket */
    irq_handler fn;       /**< NULL: this entry is free */
    void *arg;
    const char *name;
    volatile uint32_t count;
    uint16_t line;
    uint8_t level;
};

static struct handler handlers[CONFIG_IRQ_HANDLERS];
static struct handler *buckets[BUCKETS];
static volatile uint32_t spurious;
#if CONFIG_TRACE_LINK_IRQ
unsigned irq_untraced_line;
#define IS_TRACED(line) ((line) != irq_untraced_line)
#else
#define IS_TRACED(line) true
#endif

TRACE_BLOCK_DEF(interrupt_tb);

static struct handler *find(unsigned line)
{
    struct handler *h = buckets[line % BUCKETS];

    while (h != NULL && h->line != line) {
        h = h->next;
    }
    return h;
}

static struct handler *free_handler(void)
{
    for (struct handler *h = handlers; h < handlers + CONFIG_IRQ_HANDLERS; h++) {
        if (h->fn == NULL) {
            return h;
        }
    }
    return NULL;
}

static int attach_locked(unsigned line, const struct handler *as)
{
    struct handler *h = free_handler();

    if (find(line) != NULL) {
        return -EBUSY;
    }
    if (h == NULL) {
        return -ENOMEM;
    }
    *h = *as;
    h->next = buckets[line % BUCKETS];
    /* Release, because dispatch() takes no lock. */
    __atomic_store_n(&buckets[line % BUCKETS], h, __ATOMIC_RELEASE);
    irqctl_set_level(line, as->level);
    irqctl_enable(line);
    return 0;
}

int irq_attach(unsigned line, unsigned level, irq_handler fn, void *arg, const char *name)
{
    if (line >= irqctl_lines() || level >= SPOOR_IRQ_LEVELS || fn == NULL) {
        return -EINVAL;
    }
    struct handler as = {.fn = fn, .arg = arg, .name = name, .line = (uint16_t)line, .level = (uint8_t)level};
    uint32_t state = kernel_lock();
    int result = attach_locked(line, &as);

    kernel_unlock(state);
    return result;
}

/* Wait until no other CPU can still be running a handler that it looked up earlier. */
static void wait_for_handlers(void)
{
    cpu_barrier();
    for (struct cpu *c = cpus; c < cpus + CONFIG_CPUS; c++) {
        while (c != this_cpu() && __atomic_load_n(&c->irq_depth, __ATOMIC_ACQUIRE) != 0) {
            SPOOR_RELAX();
        }
    }
}

int irq_detach(unsigned line)
{
    uint32_t state = kernel_lock();
    struct handler *h = find(line);

    if (h != NULL) {
        struct handler **at = &buckets[line % BUCKETS];

        irqctl_disable(line);
        while (*at != h) {
            at = &(*at)->next;
        }
        *at = h->next;
    }
    kernel_unlock(state);
    if (h == NULL) {
        return -ENOENT;
    }
    if (CONFIG_CPUS > 1) {
        wait_for_handlers();
    }
    __atomic_store_n(&h->fn, NULL, __ATOMIC_RELEASE); /* the entry is free again */
    return 0;
}

int irq_enable_cpu(unsigned line)
{
    uint32_t state = kernel_lock();
    const struct handler *h = find(line);

    if (h != NULL) {
        irqctl_set_level(line, h->level);
        irqctl_enable(line);
    }
    kernel_unlock(state);
    return h != NULL ? 0 : -ENOENT;
}

static void dispatch(unsigned line)
{
    struct handler *h = find(line);

    if (h == NULL) {
        irqctl_disable(line);
        spoor_atomic_add(&spurious, 1);
        trace_point("irq_spurious");
        return;
    }
    spoor_atomic_add(&h->count, 1);
    h->fn(line, h->arg);
}

/* Update the kernel's count and the block with interrupts masked, so that the two always agree. */
static void count_interrupt(struct cpu *c, bool timed, uint32_t begin_cycles)
{
    uint32_t state = spoor_irq_save();

    c->irqs++;
    if (timed) {
        trace_block_record_since(&interrupt_tb, begin_cycles);
    }
    (void)begin_cycles;
    spoor_irq_restore(state);
}

void hal_on_irq(unsigned line)
{
    uint32_t begin_cycles = clock_counter_low();
    bool timed = trace_block_is_on(&interrupt_tb);
    struct cpu *c = this_cpu();
    uint32_t depth = c->irq_depth++; /* not atomic: a nested interrupt restores the value */

    cpu_barrier();
    if (IS_TRACED(line)) {
        trace_hook_irq_enter(&c->irq_context[depth], line);
    } else {
        trace_hook_irq_begin(&c->irq_context[depth]);
    }
    dispatch(line);
    count_interrupt(c, timed, begin_cycles);
    if (IS_TRACED(line)) {
        trace_hook_irq_exit(&c->irq_context[depth]);
    } else {
        trace_hook_irq_end(&c->irq_context[depth]);
    }
    cpu_barrier();
    c->irq_depth = depth;
}

int irq_get_info(unsigned n, struct irq_info *info)
{
    uint32_t state = kernel_lock();
    int result = -ENOENT;

    for (struct handler *h = handlers; h < handlers + CONFIG_IRQ_HANDLERS && result != 0; h++) {
        if (h->fn != NULL && n-- == 0) {
            *info = (struct irq_info){.line = h->line, .level = h->level, .name = h->name, .count = h->count};
            result = 0;
        }
    }
    kernel_unlock(state);
    return result;
}

uint32_t irq_count(void)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        sum += cpus[n].irqs;
    }
    return sum;
}

uint32_t irq_count_of(unsigned cpu)
{
    return cpu < CONFIG_CPUS ? cpus[cpu].irqs : 0;
}

unsigned irq_depth(void)
{
#if CONFIG_CPUS == 1
    return this_cpu()->irq_depth;
#else
    uint32_t state = spoor_irq_save(); /* keeps the caller on this CPU */
    unsigned depth = this_cpu()->irq_depth;

    spoor_irq_restore(state);
    return depth;
#endif
}

uint32_t irq_spurious_count(void)
{
    return spurious;
}
