/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ThreadX's calls at switches and interrupts, the thread that drains the rings, and how it waits. A thread
 * has a context from the first time that it runs.
 */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <string.h>
#include "tx_api.h"
#include "spoor_port.h"

/* ThreadX has no idle thread: its scheduler waits. */
#define SPOOR_FIRST_NAME "idle"
#define SPOOR_FIRST_IDLE true
SPOOR_PORT_PRIORITY_RANGE(TX_MAX_PRIORITIES - 1, 0);

#include "../spoor_tasks.h"

#ifndef SPOOR_THREADX_H
#error                                                                                                       \
    "spoor: the last line of tx_user.h is: #include \"spoor_threadx.h\", and TX_INCLUDE_USER_DEFINE_FILE is defined"
#endif
#ifdef TX_THREAD_SMP_MAX_CORES
#error "spoor: ThreadX SMP isn't supported: the hooks don't say which core they are called on"
#endif
#ifndef SPOOR_CYCLES_HZ
#error "say the counter's rate in spoor_user.h: #define SPOOR_CYCLES_HZ 48000000u, or an expression"
#endif

/* The kernel's, in every port; the thread that is to run next, or NULL. */
extern TX_THREAD *_tx_thread_execute_ptr;
void _tx_execution_initialize(void);
void _tx_execution_thread_enter(void);
void _tx_execution_thread_exit(void);
void _tx_execution_isr_enter(void);
void _tx_execution_isr_exit(void);

uint32_t spoor_port_cycles_hz(void)
{
    return (uint32_t)(SPOOR_CYCLES_HZ);
}

/* ------------------------------------------------------------------ threads */

static bool describe(TX_THREAD *thread, CHAR **name, UINT *state, UINT *priority)
{
    ULONG runs, slice;
    UINT threshold;
    TX_THREAD *next, *suspended;

    return tx_thread_info_get(thread, name, state, &runs, priority, &threshold, &slice, &next, &suspended) ==
           TX_SUCCESS;
}

/* @return the context of a thread, which may be new */
static struct spoor_task *task_of(TX_THREAD *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);
    CHAR *name = NULL;
    UINT state, priority = 0;

    if (t != NULL) {
        return t;
    }
    (void)describe(thread, &name, &state, &priority);
    return spoor_task_create(thread, priority, name != NULL ? name : "?", false);
}

#if CONFIG_TRACE_EVENTS

/* ThreadX has the reason in the thread's state. */
static enum trace_left reason_of(UINT state)
{
    switch (state) {
    case TX_READY:
        return TRACE_LEFT_PREEMPTED;
    case TX_COMPLETED:
    case TX_TERMINATED:
        return TRACE_LEFT_EXITED;
    case TX_SUSPENDED:
        return TRACE_LEFT_SUSPENDED;
    case TX_SLEEP:
        return TRACE_LEFT_SLEEP;
    case TX_QUEUE_SUSP:
        return TRACE_LEFT_QUEUE_GET;
    case TX_MUTEX_SUSP:
        return TRACE_LEFT_MUTEX;
    default: /* semaphores, event flags, memory */
        return TRACE_LEFT_SEM;
    }
}

static void note_reason(struct spoor_task *t, UINT state, UINT priority)
{
    trace_thread_leaves(&t->trace, reason_of(state));
    t->priority = (uint8_t)priority;
}

#else

static void note_reason(struct spoor_task *t, UINT state, UINT priority)
{
    (void)t;
    (void)state;
    (void)priority;
}

#endif

static struct spoor_task *running; /* NULL: the scheduler */

void _tx_execution_initialize(void)
{
}

void _tx_execution_thread_enter(void)
{
    TX_THREAD *thread = tx_thread_identify();

    if (thread != NULL && (running == NULL || running->handle != thread)) {
        running = task_of(thread);
        spoor_task_switch(running);
    }
}

/* The thread's time ends when the next one begins, or now, if none is ready. One that ended gives its context
 * back. */
void _tx_execution_thread_exit(void)
{
    CHAR *name;
    UINT status, priority;
    struct spoor_task *t = running;

    if (t == NULL || !describe((TX_THREAD *)(uintptr_t)t->handle, &name, &status, &priority)) {
        return;
    }
    uint32_t state = spoor_port_lock();

    note_reason(t, status, priority);
    if (_tx_thread_execute_ptr == NULL) {
        spoor_switch_masked(&spoor_first);
        running = NULL;
    }
    if (status == TX_COMPLETED || status == TX_TERMINATED) {
        spoor_task_delete(t);
    }
    spoor_port_unlock(state);
}

void _tx_execution_isr_enter(void)
{
    spoor_isr_enter();
}

void _tx_execution_isr_exit(void)
{
    spoor_isr_exit();
}

void spoor_port_sleep(uint32_t ms)
{
    ULONG ticks = (ULONG)((uint64_t)ms * TX_TIMER_TICKS_PER_SECOND / 1000);

    if (tx_thread_identify() == NULL) {
        spoor_tick();
    } else {
        (void)tx_thread_sleep(ticks != 0 ? ticks : 1);
    }
}

#if CONFIG_TRACE_EVENTS

/* ------------------------------------------------------------------ waits */

#ifdef TX_ENABLE_EVENT_TRACE
void spoor_threadx_event(unsigned long id, const void *first)
{
    struct spoor_task *t = id == TX_TRACE_THREAD_RESUME ? spoor_task_find(first, first) : NULL;

    if (t != NULL) {
        spoor_task_ready(t, spoor_isr_line() == 15);
    }
}
#endif

/* ------------------------------------------------------------------ the drain */

static TX_THREAD drain;
static TX_TIMER ticker;
static TX_SEMAPHORE wake;
static TX_MUTEX stepping;

/* A timer of the application's is the tick, for want of a hook. */
static void tick(ULONG unused)
{
    (void)unused;
    spoor_tick();
}

uint32_t spoor_port_tick_hz(void)
{
    return TX_TIMER_TICKS_PER_SECOND;
}

void spoor_port_wake_drain(void)
{
    (void)tx_semaphore_ceiling_put(&wake, 1);
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
    ULONG ticks = ms == SPOOR_PORT_WAIT_FOREVER ? TX_WAIT_FOREVER
                                                : (ULONG)((uint64_t)ms * TX_TIMER_TICKS_PER_SECOND / 1000);

    return tx_semaphore_get(&wake, ticks != 0 ? ticks : 1) == TX_SUCCESS;
}

void spoor_port_wait_for_tick(void)
{
    spoor_port_sleep(0);
}

void spoor_port_lock_drain(void)
{
    if (tx_thread_identify() != NULL) {
        (void)tx_mutex_get(&stepping, TX_WAIT_FOREVER);
    }
}

void spoor_port_unlock_drain(void)
{
    if (tx_thread_identify() != NULL) {
        (void)tx_mutex_put(&stepping);
    }
}

static void drain_thread(ULONG unused)
{
    (void)unused;
    spoor_drain();
}

/* Objects of ThreadX can be made once the kernel is initialised: spoor_init() comes first in
 * tx_application_define(). */
const char *spoor_port_start(void)
{
    static ULONG stack[CONFIG_TRACE_DAEMON_STACK_BYTES / sizeof(ULONG)];

    spoor_task_describe_first();
    if (tx_semaphore_create(&wake, "trace wake", 0) != TX_SUCCESS ||
        tx_mutex_create(&stepping, "trace stepping", TX_INHERIT) != TX_SUCCESS ||
        tx_timer_create(&ticker, "trace tick", tick, 0, 1, 1, TX_AUTO_ACTIVATE) != TX_SUCCESS ||
        tx_thread_create(&drain, "trace", drain_thread, 0, stack, sizeof stack, SPOOR_DRAIN_PRIORITY,
                         SPOOR_DRAIN_PRIORITY, TX_NO_TIME_SLICE, TX_AUTO_START) != TX_SUCCESS) {
        return "ThreadX refused the thread that drains: call spoor_init() first in tx_application_define(), "
               "and look at "
               "SPOOR_DRAIN_PRIORITY";
    }
    return NULL;
}

void spoor_port_tell_levels(void)
{
#ifdef TX_ENABLE_STACK_CHECKING
    for (unsigned i = 0; trace_event_is_on(stack_level) && i < SPOOR_TASKS; i++) {
        const TX_THREAD *thread = spoor_tasks[i].handle;

        if (thread != NULL) {
            trace_event(stack_level, trace_thread_number(&spoor_tasks[i].trace),
                        (uint32_t)((uintptr_t)thread->tx_thread_stack_end -
                                   (uintptr_t)thread->tx_thread_stack_highest_ptr),
                        (uint32_t)thread->tx_thread_stack_size);
        }
    }
#endif
}

#else

const char *spoor_port_start(void)
{
    return NULL;
}

#endif
#endif
