/* SPDX-License-Identifier: BSD-2-Clause */
/* ThreadX's calls over the stand-in kernel. */
#include <tx_api.h>

TX_THREAD *_tx_thread_execute_ptr;
static TX_TIMER *started;

static TX_THREAD *unless_idle(TX_THREAD *t)
{
    return t != NULL && t->uxPriority == 0 ? NULL : t;
}

TX_THREAD *tx_thread_identify(void)
{
    return unless_idle(pxCurrentTCB);
}

void standin_exit(void)
{
    _tx_thread_execute_ptr = unless_idle(standin_next());
    if (tx_thread_identify() != NULL) {
        _tx_execution_thread_exit();
    }
}

void standin_enter(void)
{
    if (tx_thread_identify() != NULL) {
        _tx_execution_thread_enter();
    }
}

/* The reason of a wait is in the state. */
UINT tx_thread_info_get(TX_THREAD *t, CHAR **name, UINT *state, ULONG *runs, UINT *priority, UINT *threshold,
                        ULONG *slice, TX_THREAD **next, TX_THREAD **suspended)
{
    const struct QueueDefinition *q = t->object;

    (void)runs;
    (void)threshold;
    (void)slice;
    (void)next;
    (void)suspended;
    *name = t->pcTaskName;
    *priority = TX_MAX_PRIORITIES - 1 - (UINT)t->uxPriority; /* less is more urgent */
    *state = t->state == STANDIN_READY       ? TX_READY
             : t->state == STANDIN_SUSPENDED ? TX_SUSPENDED
             : t->state == STANDIN_GONE      ? TX_COMPLETED
             : t->object == standin_asleep   ? TX_SLEEP
             : t->object == t                ? TX_SEMAPHORE_SUSP
             : q->pcHead == NULL             ? TX_MUTEX_SUSP
             : q->uxItemSize == 0            ? TX_SEMAPHORE_SUSP
                                             : TX_QUEUE_SUSP;
    return TX_SUCCESS;
}

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
                            TX_MAX_PRIORITIES - 1 - priority, stack, t);
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
    return xQueueSendFromISR(s, NULL, &woken) ? TX_SUCCESS : TX_REFUSED;
}

UINT tx_semaphore_get(TX_SEMAPHORE *s, ULONG ticks)
{
    uint32_t unused;

    return xQueueReceive(s, &unused, ticks) ? TX_SUCCESS : TX_REFUSED;
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
    return xSemaphoreTake(m, ticks) ? TX_SUCCESS : TX_REFUSED;
}

UINT tx_mutex_put(TX_MUTEX *m)
{
    return xSemaphoreGive(m) ? TX_SUCCESS : TX_REFUSED;
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

void standin_timers(void)
{
    if (started != NULL) {
        started->function(0);
    }
}
