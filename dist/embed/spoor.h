/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The only header that a program needs, for C11 and C++17: points, blocks, events, the stream, start-up, main
 * loop, interrupts, and the shell from any command line.
 *
 *     const char *error = spoor_init(spoor_link_uart);    first in main()
 *     void TIM2_IRQHandler(void) { SPOOR_ISR(); … }        first in each handler to be traced
 *     spoor_shell_line("trace_blocks -s", out);            from an existing command line
 *     spoor_poll();                                        in the main loop of a system without threads
 *     SPOOR_SAMPLER(TIM3_IRQHandler, arm, stop)            at file scope: samples taken by that timer
 */
#ifndef SPOOR_H
#define SPOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/cost.h>
#include <spoor/event.h>
#include <spoor/histogram.h>
#include <spoor/named.h>
#include <spoor/port/sampler.h>
#include <spoor/sample.h>
#include <spoor/service.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include <spoor/trace.h>
#include <spoor/util/format.h>
#include <spoor/visits.h>
#include "spoor_links.h"
#include "spoor_settings.h"

SPOOR_EXTERN_C_BEGIN

/** Prints `n` bytes of text, which isn't NUL-terminated. */
typedef void (*spoor_out)(const char *text, size_t n);

/** Sends a whole frame. The buffer may be reused after it returns. */
typedef void (*spoor_send)(const uint8_t *frame, size_t bytes);

#if CONFIG_TRACE

/**
 * Start the counter, the rings and, in a system with threads, the drain thread. Must be called first in
 * main(), or on ThreadX first in tx_application_define().
 *
 * @param send the link, one of links/; may be NULL without CONFIG_TRACE_EVENTS
 * @return NULL, or a text that describes the error and how to fix it. Even after an error points and blocks
 *         keep counting; shell commands print the text first.
 *
 * Context: main() before the scheduler starts, tx_application_define(), or a thread.
 * Cost: about 20,000 instructions.
 */
#define spoor_init(send)                                                                                     \
    __extension__({                                                                                          \
        SPOOR_TELL_LINKER("spoor_init_is_called");                                                           \
        spoor_start(send);                                                                                   \
    })
const char *spoor_start(spoor_send send);

/**
 * @return the error of spoor_init(), or a text if it wasn't called; NULL if there is no error.
 *
 * Context: any.
 */
const char *spoor_error(void);

/**
 * Load the arrays of points, blocks and events into RAM. A constructor and spoor_init() call it. If the
 * start-up code doesn't run constructors, code with points that runs before spoor_init() must call it first,
 * after .data is initialised.
 */
#define spoor_early() spoor_load()
void spoor_load(void);

/* Define a symbol that the assertions of spoor.ld test. */
#define SPOOR_TELL_LINKER(symbol) __asm__ volatile(".weak " symbol "\n.set " symbol ", 1")

/**
 * Trace an interrupt handler, from here to the end of the enclosing scope, which must be the function's. It
 * ends earlier if the kernel's exit path calls spoor_isr_exit().
 *
 * Context: interrupt.
 */
#define SPOOR_ISR()                                                                                          \
    const void *spoor_isr __attribute__((cleanup(spoor_isr_cleanup), unused)) = spoor_isr_next;              \
    spoor_isr_enter()

/**
 * The same in a function that serves all interrupts, as with a GIC.
 *
 * @param line the interrupt that it serves; used on cores that don't report it themselves
 */
#define SPOOR_ISR_LINE(line)                                                                                 \
    const unsigned spoor_line_before __attribute__((cleanup(spoor_line_cleanup))) = spoor_line;              \
    spoor_line = (line);                                                                                     \
    SPOOR_ISR()

/** The interrupt being served, set by SPOOR_ISR_LINE(); 0 in a thread. */
#if CONFIG_CPUS > 1
extern unsigned spoor_lines[CONFIG_CPUS];
#define spoor_line spoor_lines[spoor_port_cpu()]
#else
extern unsigned spoor_line;
#endif

/** The same by two calls, which must be paired. Context: interrupt; they nest. */
void spoor_isr_enter(void);
void spoor_isr_exit(void);

/** The context of the next interrupt on this CPU. */
#if CONFIG_CPUS > 1
struct trace_context **spoor_isr_next_here(void);
#define spoor_isr_next (*spoor_isr_next_here())
#else
extern struct trace_context *spoor_isr_next;
#endif

static inline void spoor_isr_cleanup(const void *const *before)
{
    if (spoor_isr_next != *before) {
        spoor_isr_exit();
    }
}

static inline void spoor_line_cleanup(const unsigned *before)
{
    spoor_line = *before;
}

/**
 * The tick. Ports to kernels call it. In a main loop spoor_poll() calls it; a timer interrupt may call it
 * instead. It must be called at least once per half-wrap of the counter.
 *
 * Context: interrupt or main loop.
 */
void spoor_tick(void);

/**
 * The tick after a tickless sleep. Must be called before the interrupt that ended the sleep can record.
 *
 * Context: interrupts masked.
 */
void spoor_woke(void);

/**
 * Do a step of the drain's work in a main loop: update the time and send at most one sub-buffer.
 *
 * @return whether there is more to send
 *
 * Context: the main loop.
 */
bool spoor_poll(void);

#if CONFIG_TRACE_SAMPLES

/**
 * The timer that takes samples. Context of both functions: the sampler's interrupt, or a thread with
 * interrupts masked.
 */
struct spoor_sampler {
    /**
     * Acknowledge the timer's interrupt, and schedule one interrupt in `cycles` cycles of the counter,
     * rounded to the timer's nearest tick.
     */
    void (*arm)(uint32_t cycles);
    void (*stop)(void); /**< acknowledge the interrupt and stop the timer */
};

/**
 * Take samples (spoor/sample.h) with a timer of the product that nothing else uses. Must be used at file
 * scope, in one source; `handler` is the name in the vector table. The product must enable the interrupt and
 * set its priority: code that it can't interrupt is sampled late. `trace_samples -a` or trace_sampler_start()
 * starts sampling.
 *
 * Context: `handler` makes no kernel calls, so its priority may be above those of handlers that do.
 */
#define SPOOR_SAMPLER(handler, arm, stop)                                                                    \
    const struct spoor_sampler spoor_sampler = {arm, stop};                                                  \
    SPOOR_SAMPLER_C void handler(void);                                                                      \
    __attribute__((naked, used)) void handler(void)                                                          \
    {                                                                                                        \
        /* Bit 2 of EXC_RETURN: the stack with the frame (Armv7-M ARM, B1.5.8). */                           \
        __asm__ volatile(".syntax unified\n\t"                                                               \
                         "mov r1, lr\n\t"                                                                    \
                         "mrs r0, psp\n\t"                                                                   \
                         "lsls r2, r1, #29\n\t"                                                              \
                         "bmi 1f\n\t"                                                                        \
                         "mrs r0, msp\n"                                                                     \
                         "1:\tpush {r4, lr}\n\t" SPOOR_SAVES "bl spoor_sample_isr\n\t"                       \
                         "pop {r4, pc}");                                                                    \
    }                                                                                                        \
    struct spoor_sampler

/* Unwind information for the tables of -funwind-tables. */
#if CONFIG_TRACE_STACKS
#define SPOOR_SAVES ".save {r4, lr}\n\t"
#else
#define SPOOR_SAVES
#endif
#ifdef __cplusplus
#define SPOOR_SAMPLER_C extern "C"
#else
#define SPOOR_SAMPLER_C
#endif

extern const struct spoor_sampler spoor_sampler;

/** Record a sample from the exception frame and EXC_RETURN. Context: the handler of SPOOR_SAMPLER(). */
void spoor_sample_isr(const uint32_t *frame, uint32_t exc_return);

#endif

/**
 * Name an object that has no symbol; the name is shown for all events with its address.
 *
 * @return 0, or -ENOSPC.
 *
 * Context: any.
 */
#define spoor_name(object, name) trace_name(object, name)

/** @return the time since spoor_init() in ns. Context: any. */
uint64_t spoor_now_ns(void);

/* ------------------------------------------------------------------ the shell */

#if !CONFIG_TRACE_SHELL && __has_attribute(error)
#define SPOOR_OF_SHELL                                                                                       \
    __attribute__((error("spoor: there is no shell: SPOOR_COUNTERS and SPOOR_RECORDER leave it out, "        \
                         "#define CONFIG_TRACE_SHELL 1 in spoor_user.h adds it")))
#else
#define SPOOR_OF_SHELL
#endif

/**
 * Run a line: trace_points, trace_blocks, trace_events, trace_stream, trace_samples, help.
 *
 * @return 0, or a negative errno after a message
 *
 * Context: thread, one at a time; needs 1.5 KB of stack.
 */
SPOOR_OF_SHELL int spoor_shell_line(const char *line, spoor_out out);

/**
 * Process a byte from a terminal with a line editor that has history and completion and runs the lines.
 *
 * Context: thread. While a line runs, also an interrupt or another thread.
 */
SPOOR_OF_SHELL void spoor_shell_byte(char byte, spoor_out out);

/** Print all blocks, or all points, as the commands do. Context: thread, one at a time. */
SPOOR_OF_SHELL void spoor_print_blocks(spoor_out out);
SPOOR_OF_SHELL void spoor_print_points(spoor_out out);

#else

#define spoor_init(send)            ((void)(send), (const char *)NULL)
#define spoor_early()               ((void)0)
#define SPOOR_ISR()                 ((void)0)
#define SPOOR_ISR_LINE(line)        ((void)(line))
#define spoor_isr_enter()           ((void)0)
#define spoor_isr_exit()            ((void)0)
#define spoor_tick()                ((void)0)
#define spoor_woke()                ((void)0)
#define spoor_poll()                false
#define spoor_name(object, name)    ((void)(object), 0)
#define spoor_now_ns()              UINT64_C(0)
#define spoor_shell_line(line, out) ((void)(line), (void)(out), 0)
#define spoor_shell_byte(byte, out) ((void)(byte), (void)(out))
#define spoor_print_blocks(out)     ((void)(out))
#define spoor_print_points(out)     ((void)(out))
static inline const char *spoor_error(void)
{
    return NULL;
}

#endif

#if !CONFIG_TRACE || !CONFIG_TRACE_SAMPLES
#define SPOOR_SAMPLER(handler, arm, stop)                                                                    \
    static inline __attribute__((unused)) void spoor_no_sampler(void)                                        \
    {                                                                                                        \
        (void)arm;                                                                                           \
        (void)stop;                                                                                          \
    }                                                                                                        \
    struct spoor_sampler
#endif

SPOOR_EXTERN_C_END

#endif
