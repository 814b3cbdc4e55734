/* SPDX-License-Identifier: BSD-2-Clause */
/* Contexts of interrupts, one per nesting level. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <stddef.h>
#include <spoor/port/hooks.h>
#include <spoor/port/record.h>
#include "spoor_port.h"

#if SPOOR_ISR_LEVELS < 1 || SPOOR_ISR_LEVELS > 8
#error "SPOOR_ISR_LEVELS must be 1 to 8: the number of nested interrupts with a context of their own"
#endif

static struct trace_context levels[CONFIG_CPUS][SPOOR_ISR_LEVELS];
#define own_levels (levels[spoor_port_cpu()])

/*
 * The value before the first interrupt, which initialises the levels whether or not spoor_init() was called.
 */
#define UNREADY ((struct trace_context *)~(uintptr_t)3)

/*
 * The context of the next interrupt. If it is past the last level, interrupts are charged to the deepest
 * level.
 */
#if CONFIG_CPUS > 1
#define UNREADY_ON(cpu) UNREADY
static struct trace_context *next_of[CONFIG_CPUS] = {SPOOR_EACH_CPU(UNREADY_ON)};

struct trace_context **spoor_isr_next_here(void)
{
    return &next_of[spoor_port_cpu()];
}
#else
struct trace_context *spoor_isr_next = UNREADY;
#endif

#if CONFIG_CPUS > 1
unsigned spoor_lines[CONFIG_CPUS];
#else
unsigned spoor_line;
#endif

unsigned spoor_isr_line(void)
{
#ifdef SPOOR_IRQ_LINE
    return SPOOR_IRQ_LINE();
#elif defined(__riscv)
    uint32_t mcause;

    __asm__ volatile("csrr %0, mcause" : "=r"(mcause));
    return spoor_in_isr() ? mcause & 0x3FF : 0;
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr;
#else
    return spoor_line;
#endif
}

/*
 * @return whether no other exception is active. All levels in use then belong to handlers that never called
 *         spoor_isr_exit().
 */
static bool is_outermost(void)
{
#if defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__)
    return *(volatile uint32_t *)0xE000ED04u >> 11 & 1; /* ICSR.RETTOBASE, Armv7-M ARM, B3.2.4 */
#else
    return false;
#endif
}

static inline bool is_level(const struct trace_context *c)
{
    return (uintptr_t)c - (uintptr_t)own_levels < sizeof own_levels;
}

static inline struct trace_context *level_after(struct trace_context *c, int n)
{
    return (struct trace_context *)((uintptr_t)c + (uintptr_t)(n * (int)sizeof *c));
}

unsigned spoor_isr_level(void)
{
    return spoor_isr_next == UNREADY
               ? 0
               : (unsigned)(((uintptr_t)spoor_isr_next - (uintptr_t)own_levels) / sizeof own_levels[0]);
}

struct trace_thread *spoor_interrupted_thread(void)
{
    struct trace_context *c = spoor_port_context();

    while (c->interrupted != NULL) {
        c = c->interrupted;
    }
    return (struct trace_thread *)((char *)c - offsetof(struct trace_thread, context));
}

/*
 * Close levels whose handlers never called spoor_isr_exit(). If a context switch made a thread's context
 * current since, only the levels are reset. If not, spoor_isr_exit() resumes the interrupted thread.
 */
static void end_levels(void)
{
    if (is_level(spoor_port_context())) {
        while (spoor_isr_next != own_levels) {
            spoor_isr_exit();
        }
    }
    for (unsigned n = 0; n < SPOOR_ISR_LEVELS; n++) {
        trace_context_end(&own_levels[n]);
    }
    spoor_isr_next = own_levels;
}

static void make_ready(void)
{
    for (unsigned n = 0; n < SPOOR_ISR_LEVELS; n++) {
        trace_context_init(&own_levels[n]);
    }
    spoor_isr_next = own_levels;
}

__attribute__((noinline)) static void enter_deep(void)
{
    if (spoor_isr_next == UNREADY) {
        make_ready();
        spoor_isr_enter();
    } else if (is_outermost()) {
        end_levels();
        spoor_isr_enter();
    } else {
        spoor_isr_next = level_after(spoor_isr_next, 1);
        trace_event(irq_enter, spoor_isr_line());
    }
}

#if SPOOR_RECORDS_MASKED

/* A function of its own: spoor_isr_enter() keeps no address of the event for it, and saves no register. */
__attribute__((noinline)) static void record_enter(void)
{
    trace_event(irq_enter, spoor_isr_line());
}

#endif

/*
 * Same as trace_hook_irq_enter(), which would read the interrupt line even if events are off. An interrupt
 * between two of these statements restores spoor_isr_next before it returns.
 */
void spoor_isr_enter(void)
{
    struct trace_context *own = spoor_isr_next;

    if (__builtin_expect(own >= own_levels + SPOOR_ISR_LEVELS, 0)) {
        enter_deep();
        return;
    }
    spoor_isr_next = own + 1;
    uint32_t state = spoor_port_lock();

#ifdef __thumb2__
    __asm__("" : "+h"(state)); /* in r12: else the compiler saves r4 to hold it in a low register */
#endif
    struct trace_context *interrupted = spoor_port_context();

    trace_set_current(own);
    own->interrupted = interrupted;
    __asm__ volatile("" ::: "memory"); /* without this barrier the compiler saves one more register */
    uint32_t now = spoor_port_cycles();

    trace_context_suspend(interrupted, now);
#if SPOOR_RECORDS_MASKED
    if (trace_event_is_on(irq_enter)) {
        uint32_t *at = spoor_record_place();
        bool fits = spoor_record_fits(at);
        uint32_t header = spoor_record_header(irq_enter.header, now); /* frees the register with the time */

        if (!fits) {
            spoor_port_unlock(state);
            record_enter();
            return;
        }
        at[1] = spoor_isr_line();
        spoor_record_end(at, header, at + 2);
    }
    spoor_port_unlock(state);
#else
    (void)now;
    spoor_port_unlock(state);
    trace_event(irq_enter, spoor_isr_line());
#endif
}

/* Ignore a surplus exit: some variants of portYIELD_FROM_ISR() end the handler, too. */
__attribute__((noinline)) static void exit_deep(void)
{
    if (spoor_isr_next != own_levels && spoor_isr_next != UNREADY) {
        spoor_isr_next = level_after(spoor_isr_next, -1);
        trace_event(irq_exit);
    }
}

#if SPOOR_RECORDS_MASKED

__attribute__((noinline)) static void exit_slowly(struct trace_context *own)
{
    trace_hook_irq_exit(own);
    spoor_isr_next = own;
}

/* Same as exit_slowly(), without calls. @return false, without effect, if that isn't possible */
static inline bool exit_quickly(struct trace_context *own)
{
    struct trace_context *interrupted = own->interrupted;
    uint32_t state = spoor_port_lock(), now = spoor_port_cycles();

    spoor_isr_next = own;
    if (trace_event_is_on(irq_exit)) {
        uint32_t *at = spoor_record_place();

        if (!spoor_record_fits(at)) {
            spoor_isr_next = level_after(own, 1);
            spoor_port_unlock(state);
            return false;
        }
        spoor_record_end(at, spoor_record_header(irq_exit.header, now), at + 1);
    }
    trace_context_resume(interrupted, now);
    trace_set_current(interrupted);
    spoor_port_unlock(state);
    return true;
}

#endif

void spoor_isr_exit(void)
{
    struct trace_context *own = level_after(spoor_isr_next, -1);

    if (__builtin_expect(!is_level(own), 0)) {
        exit_deep();
        return;
    }
#if SPOOR_RECORDS_MASKED
    if (trace_context_is_open(own) || !exit_quickly(own)) {
        exit_slowly(own);
    }
#else
    trace_hook_irq_exit(own);
    spoor_isr_next = own;
#endif
}

#endif
