/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that the profiler asks of the system that carries it. A port is one header, found as
 * <trace_port.h>, with the inline bodies, and one .c file with the rest. hooks.h has the calls in the other
 * direction; docs/porting.md has both as tables.
 */
#ifndef SPOOR_PORT_PORT_H
#define SPOOR_PORT_PORT_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/array_spread.h>
#include <spoor/util/language.h>
#include <spoor/core/context.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

/** @return a 32-bit counter that runs evenly and wraps to 0. Context: any. */
static inline uint32_t spoor_port_cycles(void);

/** @return ticks of spoor_port_cycles() per second. Context: any. */
uint32_t spoor_port_cycles_hz(void);

/** Mask this CPU's interrupts. @return the state before, for spoor_port_unlock(); calls nest. Context: any.
 */
static inline uint32_t spoor_port_lock(void);

/** Undo one spoor_port_lock(). Context: any. */
static inline void spoor_port_unlock(uint32_t state);

/** @return this CPU's number. Context: any. */
static inline unsigned spoor_port_cpu(void);

#if CONFIG_TRACE
/** @return the state of the running context, thread or interrupt. Context: any. */
static inline struct trace_context *spoor_port_context(void);
#endif

/* -------- for events, with CONFIG_TRACE_EVENTS */

#if CONFIG_TRACE_EVENTS
/** @return spoor_port_cycles() widened to 64 bits: the low word is the same. Never backwards. Context: any.
 */
static inline uint64_t spoor_port_time(void);
#endif

/**
 * @return calls of trace_hook_tick() per second while a CPU runs; 0 when nothing is known: each event then
 *         costs as with CONFIG_TRACE_TICKLESS. Context: any.
 */
uint32_t spoor_port_tick_hz(void);

/** A ring has a sub-buffer to send: end spoor_port_wait_to_drain(). Context: any, the tick above all. */
void spoor_port_wake_drain(void);

/** No end of the wait but spoor_port_wake_drain(). */
#define SPOOR_PORT_WAIT_FOREVER UINT32_MAX

/** Wait for spoor_port_wake_drain(), also one that came before. @return false after `ms`. Context: the drain.
 */
bool spoor_port_wait_to_drain(uint32_t ms);

/** Let a tick of each CPU pass. Context: thread. */
void spoor_port_wait_for_tick(void);

/** One thread at a time sends: keep the others out. Context: thread. */
void spoor_port_lock_drain(void);
void spoor_port_unlock_drain(void);

/** @return a name for the link, for the shell. Context: any. */
const char *spoor_port_link_name(void);

/** One thread, as the stream names it. */
struct spoor_port_thread {
    uint32_t number;   /**< trace_thread_number() of it */
    uint32_t priority; /**< as set, without inheritance */
    const char *name;
    bool idle; /**< runs when no other thread is ready: its time is no load */
};

/** Describe the `n`-th thread that exists, in any order. @return false past the last. Context: the drain. */
bool spoor_port_thread(unsigned n, struct spoor_port_thread *t);

/**
 * Declare the numbers of priorities, once and at file scope, as in SPOOR_PORT_PRIORITY_RANGE(31, 0). They are
 * those of struct spoor_port_thread and of the hooks. The host reads this constant in the ELF file.
 */
#define SPOOR_PORT_PRIORITY_RANGE(least_urgent, most_urgent)                                                 \
    enum { SPOOR_PORT_LEAST_URGENT = (least_urgent) };                                                       \
    SPOOR_PORT_PRIORITY_CONSTANT(least_urgent, most_urgent)
#if CONFIG_TRACE_EVENTS
extern const struct spoor_wire_priority_range trace_priority_range;
#define SPOOR_PORT_PRIORITY_CONSTANT(least_urgent, most_urgent)                                              \
    __attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_priority_range"))))                          \
    const struct spoor_wire_priority_range trace_priority_range = {(least_urgent), (most_urgent)}
#else
#define SPOOR_PORT_PRIORITY_CONSTANT(least_urgent, most_urgent) struct spoor_wire_priority_range
#endif

/** @return the name of the board, for the stream's header. Context: any. */
const char *spoor_port_board_name(void);

/* A port may leave out the rest: port_optional.c has functions that tell nothing. */

/** A name for the stream to tell with each header. */
struct spoor_port_name {
    enum spoor_wire_named kind;
    uint32_t key;        /**< see enum spoor_wire_named */
    const void *address; /**< of a function whose symbol is the name, or NULL */
    const char *name;    /**< "" when the address has it */
};

/** Give the `n`-th name, in any order. @return false past the last. Context: the drain. */
bool spoor_port_name(unsigned n, struct spoor_port_name *name);

/** Record thread_state for each thread, so that no switch of it comes in between. Context: thread. */
void spoor_port_tell_states(void);

/** Record the levels of stacks and heap, stack_level and heap_level. Context: the drain, once a second. */
void spoor_port_tell_levels(void);

#include <trace_port.h>

SPOOR_EXTERN_C_END

#endif
