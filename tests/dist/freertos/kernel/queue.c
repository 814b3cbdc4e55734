/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues of words, and mutexes, with the trace macros in the same places as in FreeRTOS. */
#include <stdlib.h>
#include <string.h>
#include <semphr.h>

#if STANDIN_VERSION < 10
#define pxMutexHolder pcTail
#endif

/* As in FreeRTOS, a new mutex is first reported as a semaphore. */
static QueueHandle_t make(struct QueueDefinition *q, uint8_t is_static, UBaseType_t length, UBaseType_t size)
{
    memset(q, 0, sizeof *q);
    q->pcHead = (int8_t *)q;
    q->uxItemSize = size;
    q->length = length;
    q->ucStaticallyAllocated = is_static;
    traceQUEUE_CREATE(q);
    return q;
}

static SemaphoreHandle_t make_mutex(struct QueueDefinition *q, uint8_t is_static)
{
    (void)make(q, is_static, 1, 0);
    q->pcHead = NULL;
    q->uxMessagesWaiting = 1;
    traceCREATE_MUTEX(q);
    return q;
}

QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t size, uint8_t *unused, StaticQueue_t *q)
{
    (void)unused;
    return make(q, 1, length, size);
}

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size)
{
    return make(malloc(sizeof(struct QueueDefinition)), 0, length, size);
}

SemaphoreHandle_t xSemaphoreCreateMutexStatic(StaticSemaphore_t *q)
{
    return make_mutex(q, 1);
}

SemaphoreHandle_t xSemaphoreCreateMutex(void)
{
    return make_mutex(malloc(sizeof(struct QueueDefinition)), 0);
}

void vQueueAddToRegistry(QueueHandle_t q, const char *name)
{
    (void)q;
    (void)name;
    traceQUEUE_REGISTRY_ADD(q, name);
}

/* Address that stands for the wait for a free place. */
static const void *room_of(QueueHandle_t q)
{
    return &q->length;
}

static void put(QueueHandle_t q, const uint32_t *item)
{
    q->items[(q->first + q->uxMessagesWaiting) % q->length] = item != NULL ? *item : 0;
    q->uxMessagesWaiting = q->uxMessagesWaiting + 1;
}

BaseType_t xQueueSend(QueueHandle_t q, const void *item, TickType_t ticks)
{
    for (;;) {
        uint32_t mask = standin_mask();

        if (q->uxMessagesWaiting < q->length) {
            traceQUEUE_SEND(q);
            put(q, item);
            (void)standin_wake(q);
            standin_unmask(mask);
            return pdPASS;
        }
        traceBLOCKING_ON_QUEUE_SEND(q);
        standin_wait(room_of(q), ticks);
        standin_unmask(mask);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
}

BaseType_t xQueueSendFromISR(QueueHandle_t q, const void *item, BaseType_t *woken)
{
    uint32_t mask = standin_mask();
    BaseType_t sent = q->uxMessagesWaiting < q->length;

    if (sent) {
        traceQUEUE_SEND_FROM_ISR(q);
        put(q, item);
        *woken = standin_wake(q) || *woken;
    }
    standin_unmask(mask);
    return sent;
}

BaseType_t xQueueReceive(QueueHandle_t q, void *item, TickType_t ticks)
{
    TickType_t begin = xTaskGetTickCount();

    for (;;) {
        uint32_t mask = standin_mask();

        if (q->uxMessagesWaiting > 0) {
            *(uint32_t *)item = q->items[q->first];
            q->first = (q->first + 1) % q->length;
            traceQUEUE_RECEIVE(q);
            q->uxMessagesWaiting = q->uxMessagesWaiting - 1;
            (void)standin_wake(room_of(q));
            standin_unmask(mask);
            return pdPASS;
        }
        if (ticks != portMAX_DELAY && xTaskGetTickCount() - begin >= ticks) {
            standin_unmask(mask);
            return pdFALSE;
        }
        traceBLOCKING_ON_QUEUE_RECEIVE(q);
        standin_wait(q, ticks);
        standin_unmask(mask);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
}

BaseType_t xSemaphoreTake(SemaphoreHandle_t q, TickType_t ticks)
{
    for (;;) {
        uint32_t mask = standin_mask();

        if (q->uxMessagesWaiting > 0) {
            traceQUEUE_RECEIVE(q);
            q->uxMessagesWaiting = 0;
            q->holder = pxCurrentTCB;
            standin_unmask(mask);
            return pdPASS;
        }
        traceBLOCKING_ON_QUEUE_RECEIVE(q);
        if (q->holder->uxPriority < pxCurrentTCB->uxPriority) {
            traceTASK_PRIORITY_INHERIT(q->holder, pxCurrentTCB->uxPriority);
            standin_set_priority(q->holder, pxCurrentTCB->uxPriority);
        }
        standin_wait(q, ticks);
        standin_unmask(mask);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
}

BaseType_t xSemaphoreGive(SemaphoreHandle_t q)
{
    uint32_t mask = standin_mask();
    TaskHandle_t holder = q->holder;

    traceQUEUE_SEND(q);
    q->uxMessagesWaiting = 1;
    q->holder = NULL;
    if (holder != NULL && holder->uxPriority != holder->own_priority) {
        traceTASK_PRIORITY_DISINHERIT(holder, holder->own_priority);
        standin_set_priority(holder, holder->own_priority);
        portYIELD();
    }
    (void)standin_wake(q);
    standin_unmask(mask);
    return pdPASS;
}
