/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The port: functions that the profiler needs from the host RTOS. A port consists of one header with the
 * inline bodies, included as <trace_port.h>, and one .c file with the others. hooks.h has the calls in the
 * other direction. docs/porting.md has both as tables.
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

/** @return a 32-bit counter that runs at a constant rate and wraps to 0. Context: any. */
static inline uint32_t spoor_port_cycles(void);

/** @return ticks of spoor_port_cycles() per second. Context: any. */
uint32_t spoor_port_cycles_hz(void);

/**
 * Mask this CPU's interrupts. Calls may be nested.
 *
 * @return the previous state, for spoor_port_unlock()
 *
 * Context: any.
 */
static inline uint32_t spoor_port_lock(void);

/** Undo one spoor_port_lock(). Context: any. */
static inline void spoor_port_unlock(uint32_t state);

/** @return this CPU's number. Context: any. */
static inline unsigned spoor_port_cpu(void);

#if CONFIG_TRACE
/** @return the running context, of a thread or an interrupt. Context: any. */
static inline struct trace_context *spoor_port_context(void);
#endif

/* -------- needed only with CONFIG_TRACE_EVENTS */

#if CONFIG_TRACE_EVENTS
/**
 * @return spoor_port_cycles() extended to 64 bits, with the same low word. Must never go backwards.
 *
 * Context: any.
 */
static inline uint64_t spoor_port_time(void);
#endif

/**
 * @return calls of trace_hook_tick() per second while a CPU runs; 0 if unknown, in which case each event
 *         costs as much as with CONFIG_TRACE_TICKLESS
 *
 * Context: any.
 */
uint32_t spoor_port_tick_hz(void);

/**
 * End spoor_port_wait_to_drain(), because a ring has a sub-buffer to send.
 *
 * Context: any, usually the tick.
 */
void spoor_port_wake_drain(void);

/** Wait without a timeout. */
#define SPOOR_PORT_WAIT_FOREVER UINT32_MAX

/**
 * Wait for spoor_port_wake_drain(), for at most `ms`. If it was called before the wait, the wait must end at
 * once.
 *
 * @return false after a timeout
 *
 * Context: the drain.
 */
bool spoor_port_wait_to_drain(uint32_t ms);

/** Wait until each CPU has had a tick. Context: thread. */
void spoor_port_wait_for_tick(void);

/** Lock or unlock the drain: only one thread may send at a time. Context: thread. */
void spoor_port_lock_drain(void);
void spoor_port_unlock_drain(void);

/** @return the name of the link, for the shell. Context: any. */
const char *spoor_port_link_name(void);

/** A thread, as described by the stream. */
struct spoor_port_thread {
    uint32_t number;   /**< its trace_thread_number() */
    uint32_t priority; /**< as set, not as inherited */
    const char *name;
    bool idle; /**< it runs only if no other thread is ready, and its time isn't load */
    const struct trace_context *context; /**< for trace_blocks --open; NULL: unknown */
};

/**
 * Describe the `n`-th existing thread; any order is allowed.
 *
 * @return false past the last
 *
 * Context: the drain.
 */
bool spoor_port_thread(unsigned n, struct spoor_port_thread *t);

/**
 * Define the range of priorities, once and at file scope, for example SPOOR_PORT_PRIORITY_RANGE(31, 0). The
 * range applies to struct spoor_port_thread and to the hooks. The host reads this constant from the ELF file.
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

/* The functions below are optional: port_optional.c has default versions that report nothing. */

/** A name that the stream sends with each header. */
struct spoor_port_name {
    enum spoor_wire_named kind;
    uint32_t key;        /**< see enum spoor_wire_named */
    const void *address; /**< address of a function whose symbol is the name, or NULL */
    const char *name;    /**< "" if `address` identifies the name */
};

/** Describe the `n`-th name; any order is allowed. @return false past the last. Context: the drain. */
bool spoor_port_name(unsigned n, struct spoor_port_name *name);

/**
 * Record thread_state for each thread. A thread must not be switched while its state is recorded.
 *
 * Context: thread.
 */
void spoor_port_tell_states(void);

/** Record stack_level for the stacks, and heap_level. Context: the drain, once a second. */
void spoor_port_tell_levels(void);

/**
 * @return the lowest address to which the running context's stack may grow, above any guard and the room for
 *         an interrupt; 0 if it isn't known. Stacks of events aren't unwound beyond it. Needed only with
 *         CONFIG_TRACE_STACKS.
 *
 * Context: any.
 */
uintptr_t spoor_port_stack_low(void);

struct spoor_frame;

/**
 * Set `f` to where the outgoing thread of a switch was (spoor/port/unwind.h), so that a stack of sched_switch
 * shows why the thread left. Called by trace_record_switch(). Needed only with CONFIG_TRACE_STACKS.
 *
 * @return false if it isn't known; the stack is then the scheduler's own
 *
 * Context: scheduler, interrupts masked.
 */
bool spoor_port_outgoing(struct spoor_frame *f);

/**
 * Set `f` to the code that the running handler interrupted. Registers that the entry of the interrupt didn't
 * save may be missing in `f`: see spoor_frame_lacks(). Needed only with CONFIG_TRACE_STACKS, and optional.
 *
 * @return false if it isn't known; stacks of samples are then unwound from the handler on, which takes longer
 *
 * Context: the interrupt of the sampling timer.
 */
bool spoor_port_interrupted(struct spoor_frame *f);

/**
 * Determine how much of the stack of thread `number` was never used, without its guard.
 *
 * @return false if unknown. Needed only with CONFIG_TRACE_STACKS.
 *
 * Context: thread.
 */
bool spoor_port_stack_unused(uint32_t number, uint32_t *bytes);

#include <trace_port.h>

/* 1 if the port has spoor_port_thread() without CONFIG_TRACE_EVENTS, too. */
#ifndef SPOOR_PORT_LISTS_THREADS
#define SPOOR_PORT_LISTS_THREADS CONFIG_TRACE_EVENTS
#endif

SPOOR_EXTERN_C_END

#endif
