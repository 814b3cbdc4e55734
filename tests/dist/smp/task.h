/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks of the stand-in. */
#ifndef TASK_H
#define TASK_H

#include <FreeRTOS.h>

#define tskKERNEL_VERSION_MAJOR   11
#define taskSCHEDULER_NOT_STARTED 1
#define taskSCHEDULER_RUNNING     2

typedef struct tskTaskControlBlock *TaskHandle_t;
typedef void (*TaskFunction_t)(void *);

/* Names that the trace macros use are FreeRTOS's. */
typedef struct tskTaskControlBlock {
    volatile StackType_t *pxTopOfStack;
    StackType_t *pxStack;
    UBaseType_t uxPriority;
    char pcTaskName[12];
    void *pvThreadLocalStoragePointers[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
    enum { STANDIN_READY, STANDIN_WAITS, STANDIN_GONE } state;
    volatile BaseType_t core; /* the core that it runs on, or -1 */
    TickType_t until;         /* 0: no timeout */
    uint32_t notified, turn;
    struct tskTaskControlBlock *next;
} StaticTask_t;

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *task);
void vTaskStartScheduler(void);
BaseType_t xTaskGetSchedulerState(void);
void vTaskDelay(TickType_t ticks);
void vTaskDelete(TaskHandle_t task);
TickType_t xTaskGetTickCount(void);
void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks);
BaseType_t xTaskNotifyGive(TaskHandle_t task);
void vTaskNotifyGiveFromISR(TaskHandle_t task, BaseType_t *woken);

/* Counted by the kernel itself. */
extern volatile uint32_t standin_switches[configNUMBER_OF_CORES]; /* that began, */
extern volatile uint32_t standin_switched[configNUMBER_OF_CORES]; /* and whose hooks have returned */

/* Defined by the product: the timer interrupt on cores without the tick. */
void product_timer(void);

#endif
