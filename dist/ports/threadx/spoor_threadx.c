/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that ThreadX calls at switches, interrupts and changes of a thread's state, and the drain
 * thread. A thread gets its context when it becomes ready for the first time.
 */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <string.h>
#include "tx_api.h"
#include "spoor_port.h"

/* ThreadX has no idle thread: its scheduler waits in the context of main(). */
#define SPOOR_FIRST_NAME "idle"
#define SPOOR_FIRST_IDLE true
SPOOR_PORT_PRIORITY_RANGE(TX_MAX_PRIORITIES - 1, 0);

#include "../spoor_tasks.h"

#ifndef SPOOR_THREADX_H
#error                                                                                                       \
    "spoor: the last line of tx_user.h must be: #include \"spoor_threadx.h\", and TX_INCLUDE_USER_DEFINE_FILE must be defined"
#endif
#ifndef TX_PRIORITY_CHANGE
#error "spoor: ThreadX 6.1 or later is needed: in earlier versions a change of priority looks like a wait"
#endif
#ifdef TX_THREAD_SMP_MAX_CORES
#error "spoor: ThreadX SMP isn't supported: the hooks don't say which core they are called on"
#endif
#ifndef SPOOR_CYCLES_HZ
#error                                                                                                       \
    "define the counter's rate in spoor_user.h, on the include path: #define SPOOR_CYCLES_HZ 48000000u, or an expression"
#endif

/* Defined by the kernel in every port: the running thread, and the thread to run next or NULL. */
extern TX_THREAD *_tx_thread_current_ptr, *_tx_thread_execute_ptr;
/* NULL until tx_kernel_enter() has initialised the kernel. */
extern TX_TIMER_INTERNAL **_tx_timer_current_ptr;
void _tx_execution_initialize(void);
void _tx_execution_thread_enter(void);
void _tx_execution_thread_exit(void);
void _tx_execution_isr_enter(void);
void _tx_execution_isr_exit(void);

uint32_t spoor_port_cycles_hz(void)
{
    return (uint32_t)(SPOOR_CYCLES_HZ);
}

#define PLACE "call it first in tx_application_define()"
const char spoor_port_not_called[] = "spoor_init() wasn't called: " PLACE;

/* ------------------------------------------------------------------ threads */

static bool started; /* spoor_init() was called */
static bool ticked;  /* the kernel's tick calls an interrupt hook */

/* Context: interrupts masked, or the new thread itself. */
static struct spoor_task *create(TX_THREAD *thread)
{
    thread->tx_thread_spoor_priority = thread->tx_thread_priority;
    return spoor_task_create(thread, thread->tx_thread_priority,
                             thread->tx_thread_name != NULL ? thread->tx_thread_name : "?", false);
}

void _tx_execution_initialize(void)
{
}

void _tx_execution_thread_enter(void)
{
    TX_THREAD *thread = _tx_thread_current_ptr;
    uint32_t state = spoor_port_lock();

    if (__builtin_expect(thread->tx_thread_spoor == NULL, 0)) {
        thread->tx_thread_spoor = create(thread);
    }
    spoor_switch_masked(&thread->tx_thread_spoor->trace);
    spoor_port_unlock(state);
}

/* Delete a thread's context. If it is the running thread's, it stays in use until the switch. */
static void delete (TX_THREAD *thread)
{
    spoor_task_delete(thread->tx_thread_spoor);
    thread->tx_thread_spoor = NULL;
}

static bool has_ended(UINT state)
{
    return state == TX_COMPLETED || state == TX_TERMINATED;
}

__attribute__((noinline)) static void exit_last(TX_THREAD *thread)
{
    uint32_t state = spoor_port_lock();

    if (has_ended(thread->tx_thread_state) && thread->tx_thread_spoor != NULL) {
        delete (thread);
    }
    if (_tx_thread_execute_ptr == NULL) {
        spoor_switch_masked(spoor_first);
    }
    spoor_port_unlock(state);
}

/* A thread's run time ends when the next thread starts, or here if no thread is ready. */
void _tx_execution_thread_exit(void)
{
    TX_THREAD *thread = _tx_thread_current_ptr;

    if (thread != NULL && (_tx_thread_execute_ptr == NULL || has_ended(thread->tx_thread_state))) {
        exit_last(thread);
    }
}

#if CONFIG_TRACE_EVENTS

static void note_priority(TX_THREAD *thread)
{
    struct spoor_task *t = thread->tx_thread_spoor;

    if (__builtin_expect(thread->tx_thread_spoor_priority != thread->tx_thread_priority, 0)) {
        thread->tx_thread_spoor_priority = thread->tx_thread_priority;
        t->priority = (uint8_t)thread->tx_thread_user_priority;
        trace_event(priority_set, trace_thread_number(&t->trace), thread->tx_thread_priority);
    }
}

/* The kernel sets the result of a wait before it makes the thread ready. */
static bool has_timed_out(const TX_THREAD *thread)
{
    UINT status = thread->tx_thread_suspend_status;

    return status != TX_SUCCESS && status != TX_DELETED && status != TX_WAIT_ABORTED;
}

static void is_ready(TX_THREAD *thread)
{
    if (thread->tx_thread_spoor == NULL) {
        if (started) {
            thread->tx_thread_spoor = create(thread);
        }
        return;
    }
    note_priority(thread);
    spoor_task_ready(thread->tx_thread_spoor, has_timed_out(thread));
}

static void waits_for(struct spoor_task *t, const void *object, enum trace_sync kind, const TX_THREAD *holder)
{
    unsigned number = holder != NULL && holder->tx_thread_spoor != NULL
                          ? trace_thread_number(&holder->tx_thread_spoor->trace)
                          : 0;

    spoor_task_leaves(t, (enum trace_left)((unsigned)TRACE_LEFT_MUTEX + kind), object);
    trace_event(sync_wait, (uintptr_t)object, number << TRACE_SYNC_BITS | (uint32_t)kind);
}

static void waits(struct spoor_task *t, UINT state, const void *object)
{
    switch (state) {
    case TX_SUSPENDED:
    case TX_SLEEP:
        spoor_task_leaves(t, state == TX_SLEEP ? TRACE_LEFT_SLEEP : TRACE_LEFT_SUSPENDED, NULL);
        break;
    case TX_QUEUE_SUSP:
        waits_for(t, object,
                  ((const TX_QUEUE *)object)->tx_queue_enqueued == 0 ? TRACE_SYNC_QUEUE_GET
                                                                     : TRACE_SYNC_QUEUE_PUT,
                  NULL);
        break;
    case TX_MUTEX_SUSP:
        waits_for(t, object, TRACE_SYNC_MUTEX, ((const TX_MUTEX *)object)->tx_mutex_owner);
        break;
    case TX_PRIORITY_CHANGE: /* a ready thread that is made ready again at once, in its new list */
        break;
    default: /* semaphores, event flags, memory */
        waits_for(t, object, TRACE_SYNC_SEM, NULL);
        break;
    }
}

#else

static void is_ready(TX_THREAD *thread)
{
    (void)thread;
}

static void waits(struct spoor_task *t, UINT state, const void *object)
{
    (void)t;
    (void)state;
    (void)object;
}

#endif

/* A thread that ends itself keeps running until _tx_execution_thread_exit(), which deletes it. */
static void ends(TX_THREAD *thread)
{
    if (thread != _tx_thread_current_ptr) {
        uint32_t state = spoor_port_lock();

        delete (thread);
        spoor_port_unlock(state);
    }
}

void spoor_threadx_state(void *changed, unsigned state)
{
    TX_THREAD *thread = changed;

    if (state == TX_READY) {
        is_ready(thread);
    } else if (thread->tx_thread_spoor == NULL) {
        return;
    } else if (has_ended(state)) {
        ends(thread);
    } else {
        waits(thread->tx_thread_spoor, state, thread->tx_thread_suspend_control_block);
    }
}

/* SysTick is the tick in every port that calls a hook there. */
void _tx_execution_isr_enter(void)
{
    spoor_isr_enter();
    if (spoor_isr_line() == SPOOR_TICK_LINE) {
        ticked = true;
        spoor_tick();
    }
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

/* ------------------------------------------------------------------ the drain */

static TX_THREAD drain;
static TX_TIMER ticker;
static TX_SEMAPHORE wake;
static TX_MUTEX stepping;

/*
 * The profiler's tick if the kernel's tick calls no hook. If it does, the timer is stopped, because it would
 * wake the timer thread.
 */
static void tick(ULONG unused)
{
    (void)unused;
    if (ticked) {
        (void)tx_timer_deactivate(&ticker);
    } else {
        spoor_tick();
    }
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

/* ThreadX accepts objects before tx_kernel_enter(), but then resets its lists. */
const char *spoor_port_start(void)
{
    static ULONG stack[CONFIG_TRACE_DAEMON_STACK_BYTES / sizeof(ULONG)];

    if (_tx_timer_current_ptr == NULL) {
        return "spoor_init() was called before tx_kernel_enter(), which discards the drain thread: " PLACE;
    }
    started = true;
    spoor_task_describe_first();
    if (tx_semaphore_create(&wake, "trace wake", 0) != TX_SUCCESS ||
        tx_mutex_create(&stepping, "trace stepping", TX_INHERIT) != TX_SUCCESS ||
        tx_timer_create(&ticker, "trace tick", tick, 0, 1, 1, TX_AUTO_ACTIVATE) != TX_SUCCESS ||
        tx_thread_create(&drain, "trace", drain_thread, 0, stack, sizeof stack, SPOOR_DRAIN_PRIORITY,
                         SPOOR_DRAIN_PRIORITY, TX_NO_TIME_SLICE, TX_AUTO_START) != TX_SUCCESS) {
        return "ThreadX refused the drain thread: SPOOR_DRAIN_PRIORITY must be below TX_MAX_PRIORITIES, "
               "and spoor_init() called in tx_application_define() or a thread";
    }
    return NULL;
}

#if CONFIG_TRACE_STACKS

void spoor_port_stack(const struct trace_thread *t, struct spoor_stack *stack)
{
    if (!spoor_is_first(t) && !spoor_is_other(spoor_task_of(t))) {
        const TX_THREAD *thread = spoor_task_of(t)->handle;

        stack->begin = (uint32_t)thread->tx_thread_stack_start;
        stack->end = stack->begin + thread->tx_thread_stack_size;
    }
}

#endif

#ifndef TX_DISABLE_STACK_FILLING

/* TX_ENABLE_STACK_CHECKING reserves the stack's last word. */
#ifdef TX_ENABLE_STACK_CHECKING
#define KEPT sizeof(ULONG)
#else
#define KEPT 0
#endif

/*
 * With random fill values each thread has its own, but the kernel clears it after filling the stack (6.3 to
 * 6.4.2). So the value is read from the stack's start.
 */
#ifdef TX_ENABLE_RANDOM_NUMBER_STACK_FILLING
#define FILL(begin) (*(const volatile ULONG *)(begin))
#else
#define FILL(begin) TX_STACK_FILL
#endif

/*
 * Record a thread's stack use. tx_thread_stack_highest_ptr can be too low: ThreadX uses a binary search,
 * which may take words that a frame left untouched for the end. So count the words that still have the fill
 * value, from the stack's start. If the thread ends meanwhile, nothing is recorded; its stack is still
 * readable.
 */
static void record_stack_level(const struct spoor_task *t)
{
    uint32_t state = spoor_port_lock();
    const TX_THREAD *thread = t->handle;
    uintptr_t begin = thread != NULL ? (uintptr_t)thread->tx_thread_stack_start : 0;
    uintptr_t end = thread != NULL ? begin + thread->tx_thread_stack_size : 0;

    spoor_port_unlock(state);
    if (begin == end) {
        return;
    }
    uintptr_t used = (begin + sizeof(ULONG) - 1) & ~(sizeof(ULONG) - 1);
    ULONG fill = FILL(used);

    while (used < end && *(const volatile ULONG *)used == fill) {
        used += sizeof(ULONG);
    }
    end += KEPT;
    state = spoor_port_lock();
    if (t->handle == thread) {
        trace_event(stack_level, trace_thread_number(&t->trace), (uint32_t)(end - used),
                    (uint32_t)(end - begin));
    }
    spoor_port_unlock(state);
}

void spoor_port_tell_levels(void)
{
    for (unsigned i = 0; trace_event_is_on(stack_level) && i < SPOOR_TASKS; i++) {
        record_stack_level(&spoor_tasks[i]);
    }
}

#endif

#else

const char *spoor_port_start(void)
{
    started = true;
    return NULL;
}

#endif

#else

/*
 * The kernel's assembly files still call these functions. They are weak, so that a profile kit can define its
 * own.
 */
#define NOTHING(name)                                                                                        \
    void name(void);                                                                                         \
    __attribute__((weak)) void name(void)                                                                    \
    {                                                                                                        \
    }

NOTHING(_tx_execution_initialize)
NOTHING(_tx_execution_thread_enter)
NOTHING(_tx_execution_thread_exit)
NOTHING(_tx_execution_isr_enter)
NOTHING(_tx_execution_isr_exit)

#endif
