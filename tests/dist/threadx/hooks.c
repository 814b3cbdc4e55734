/* SPDX-License-Identifier: BSD-2-Clause */
/* ThreadX's calls on the stand-in kernel. */
#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#error "assembly files, which don't include tx_user.h, would not call Spoor"
#endif
#include <tx_api.h>

TX_THREAD *_tx_thread_execute_ptr, *_tx_thread_current_ptr;
static TX_TIMER *started;

/* As set by tx_timer_initialize.c, which tx_kernel_enter() calls before tx_application_define(). */
#ifdef INIT_EARLY
TX_TIMER_INTERNAL **_tx_timer_current_ptr;
#else
TX_TIMER_INTERNAL **_tx_timer_current_ptr = (TX_TIMER_INTERNAL *[1]){NULL};
#endif

void _tx_execution_thread_enter(void);
void _tx_execution_thread_exit(void);

/* As in tx_trace.h, tx_thread.h and tx_api.h. The kernel invokes these macros without a semicolon. */
enum { TX_TRACE_THREAD_RESUME = 1, TX_TRACE_INTERNAL_EVENTS };
#ifndef TX_TRACE_IN_LINE_INSERT
#define TX_TRACE_IN_LINE_INSERT(id, a, b, c, d, filter)                                                      \
    {                                                                                                        \
        (void)(id);                                                                                          \
    }
#endif
#ifndef TX_THREAD_STATE_CHANGE
#define TX_THREAD_STATE_CHANGE(thread, state)
#endif

/* ThreadX has no idle thread. */
static TX_THREAD *unless_idle(TX_THREAD *t)
{
    return t != NULL && t->uxPriority == 0 ? NULL : t;
}

TX_THREAD *tx_thread_identify(void)
{
    return unless_idle(pxCurrentTCB);
}

/* ------------------------------------------------------------------ PendSV_Handler, tx_thread_schedule.S */

#define ICSR        (*(volatile uint32_t *)0xE000ED04u)
#define PENDSVCLEAR (1u << 27)

/* __tx_ts_wait: the CPU idles in the handler, with the kernel's interrupts unmasked, until a thread is ready.
 */
static void wait_for_thread(void)
{
    uint32_t mask;

    __asm__ volatile("mrs %0, basepri\n\tmsr basepri, %1\n\tcpsid i" : "=&r"(mask) : "r"(0) : "memory");
    while (unless_idle(standin_next()) == NULL) {
        __asm__ volatile("wfi\n\tcpsie i\n\tisb\n\tcpsid i" ::: "memory");
    }
    ICSR = PENDSVCLEAR;
    __asm__ volatile("msr basepri, %0\n\tcpsie i" ::"r"(mask) : "memory");
    standin_switches += standin_next() == pxCurrentTCB ? 2 : 1; /* to idle, and from it */
}

void standin_exit(void)
{
    _tx_thread_execute_ptr = unless_idle(standin_next());
    _tx_execution_thread_exit();
    _tx_thread_current_ptr = NULL;
    if (_tx_thread_execute_ptr == NULL) {
        wait_for_thread();
    }
}

void standin_enter(void)
{
    _tx_thread_current_ptr = unless_idle(pxCurrentTCB);
    if (_tx_thread_current_ptr != NULL) {
        _tx_execution_thread_enter();
    }
}

/* ------------------------------------------------------------------ changes of a thread's state */

/* ThreadX's priorities count down. */
static UINT priority_of(unsigned long priority)
{
    return TX_MAX_PRIORITIES - 1 - (UINT)priority;
}

/* As tx_thread_create.c, which has cleared the whole block. */
void standin_made(TX_THREAD *t)
{
    t->tx_thread_name = t->pcTaskName;
    t->tx_thread_priority = t->tx_thread_user_priority = priority_of(t->uxPriority);
    t->tx_thread_state = TX_SUSPENDED;
#ifdef TX_ENABLE_STACK_CHECKING
    t->tx_thread_stack_size -= sizeof(ULONG);
#endif
}

/* As tx_thread_system_resume.c. The status is set by the caller, or by tx_thread_timeout.c after a timeout.
 */
void standin_ready(TX_THREAD *t)
{
    uint32_t line;

    if (unless_idle(t) == NULL) {
        return;
    }
    __asm__ volatile("mrs %0, ipsr" : "=r"(line));
    t->tx_thread_suspend_status = line == 15 && t->tx_thread_state != TX_SLEEP ? TX_NO_INSTANCE : TX_SUCCESS;
    TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_RESUME, t, t->tx_thread_state, 0, 0, TX_TRACE_INTERNAL_EVENTS)
    if (t->tx_thread_state != TX_READY) {
        t->tx_thread_state = TX_READY;
        TX_THREAD_STATE_CHANGE(t, TX_READY)
    }
}

/* As tx_thread_system_suspend.c, which is called after the state is set. */
static void suspend(TX_THREAD *t, UINT state)
{
    t->tx_thread_state = state;
    TX_THREAD_STATE_CHANGE(t, t->tx_thread_state)
    t->tx_thread_suspend_status = TX_SUCCESS;
}

/* As tx_thread_sleep.c, which leaves the object of the last wait in place. */
void standin_sleeps(void)
{
    suspend(pxCurrentTCB, TX_SLEEP);
}

void standin_pends(TX_THREAD *t)
{
    const struct QueueDefinition *q = t->object;

    t->tx_thread_suspend_control_block = (void *)(uintptr_t)t->object;
    suspend(t, q->pcHead == NULL ? TX_MUTEX_SUSP : q->uxItemSize == 0 ? TX_SEMAPHORE_SUSP : TX_QUEUE_SUSP);
}

void standin_suspends(TX_THREAD *t)
{
    suspend(t, TX_SUSPENDED);
}

/* As tx_thread_shell_entry.c and tx_thread_terminate.c, which notify twice: of the state and of the
 * suspension. */
void standin_ends(TX_THREAD *t)
{
    UINT state = t == pxCurrentTCB ? TX_COMPLETED : TX_TERMINATED;

    t->tx_thread_state = state;
    TX_THREAD_STATE_CHANGE(t, state)
    suspend(t, state);
}

/* As tx_mutex_priority_change.c, which suspends and resumes a ready thread. */
void standin_new_priority(TX_THREAD *t, unsigned long priority)
{
    if (t->tx_thread_state != TX_READY) {
        t->tx_thread_priority = priority_of(priority);
        return;
    }
    suspend(t, TX_PRIORITY_CHANGE);
    t->tx_thread_priority = priority_of(priority);
    standin_ready(t);
}

/* ------------------------------------------------------------------ calls */

UINT tx_thread_sleep(ULONG ticks)
{
    vTaskDelay(ticks);
    return TX_SUCCESS;
}

UINT tx_thread_create(TX_THREAD *t, CHAR *name, void (*entry)(ULONG), ULONG input, void *stack, ULONG bytes,
                      UINT priority, UINT threshold, ULONG slice, UINT start)
{
    (void)input;
    (void)threshold;
    (void)slice;
    (void)start;
    (void)xTaskCreateStatic((TaskFunction_t)(void (*)(void))entry, name, bytes / 4, NULL,
                            priority_of(priority), stack, t);
    return TX_SUCCESS;
}

UINT tx_semaphore_create(TX_SEMAPHORE *s, CHAR *name, ULONG count)
{
    (void)name;
    (void)xQueueCreateStatic(1, 0, NULL, s);
    s->uxMessagesWaiting = count;
    return TX_SUCCESS;
}

UINT tx_semaphore_ceiling_put(TX_SEMAPHORE *s, ULONG ceiling)
{
    BaseType_t woken = pdFALSE;

    (void)ceiling;
    return xQueueSendFromISR(s, NULL, &woken) ? TX_SUCCESS : TX_NO_INSTANCE;
}

UINT tx_semaphore_get(TX_SEMAPHORE *s, ULONG ticks)
{
    uint32_t unused;

    return xQueueReceive(s, &unused, ticks) ? TX_SUCCESS : TX_NO_INSTANCE;
}

UINT tx_mutex_create(TX_MUTEX *m, CHAR *name, UINT inherit)
{
    (void)name;
    (void)inherit;
    (void)xSemaphoreCreateMutexStatic(m);
    return TX_SUCCESS;
}

UINT tx_mutex_get(TX_MUTEX *m, ULONG ticks)
{
    return xSemaphoreTake(m, ticks) ? TX_SUCCESS : TX_NO_INSTANCE;
}

UINT tx_mutex_put(TX_MUTEX *m)
{
    return xSemaphoreGive(m) ? TX_SUCCESS : TX_NO_INSTANCE;
}

UINT tx_timer_create(TX_TIMER *t, CHAR *name, void (*function)(ULONG), ULONG input, ULONG first, ULONG every,
                     UINT start)
{
    (void)name;
    (void)input;
    (void)first;
    (void)every;
    (void)start;
    t->function = function;
    started = t;
    return TX_SUCCESS;
}

UINT tx_timer_deactivate(TX_TIMER *t)
{
    t->function = NULL;
    return TX_SUCCESS;
}

void standin_timers(void)
{
    if (started != NULL && started->function != NULL) {
        started->function(0);
    }
}

/* ------------------------------------------------------------------ with TX_DISABLE_INLINE */

UINT _tx_thread_interrupt_disable(void)
{
    UINT before;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before)::"memory");
    return before;
}

void _tx_thread_interrupt_restore(UINT state)
{
    __asm__ volatile("msr primask, %0\n\tisb" ::"r"(state) : "memory");
}
