/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues and mutexes of the stand-in. */
#ifndef SEMPHR_H
#define SEMPHR_H

#include <task.h>

/* Names that the trace macros use are FreeRTOS's. */
struct QueueDefinition {
    int8_t *pcHead;
    UBaseType_t uxItemSize;
    volatile UBaseType_t uxMessagesWaiting;
    UBaseType_t length;
    uint32_t items[8];
    UBaseType_t first;
    union {
        TaskHandle_t holder;
#if STANDIN_VERSION < 10
        int8_t *pcTail;
#else
        union {
            struct {
                TaskHandle_t xMutexHolder;
            } xSemaphore;
        } u;
#endif
    };
    uint8_t ucStaticallyAllocated;
};
typedef struct QueueDefinition *QueueHandle_t, *SemaphoreHandle_t;
typedef struct QueueDefinition StaticSemaphore_t, StaticQueue_t;

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size);
QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t size, uint8_t *unused, StaticQueue_t *q);
BaseType_t xQueueSend(QueueHandle_t q, const void *item, TickType_t ticks);
BaseType_t xQueueSendFromISR(QueueHandle_t q, const void *item, BaseType_t *woken);
BaseType_t xQueueReceive(QueueHandle_t q, void *item, TickType_t ticks);
void vQueueAddToRegistry(QueueHandle_t q, const char *name);
SemaphoreHandle_t xSemaphoreCreateMutex(void);
SemaphoreHandle_t xSemaphoreCreateMutexStatic(StaticSemaphore_t *q);
BaseType_t xSemaphoreTake(SemaphoreHandle_t q, TickType_t ticks);
BaseType_t xSemaphoreGive(SemaphoreHandle_t q);

#endif
