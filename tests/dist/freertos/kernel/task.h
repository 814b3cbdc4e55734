/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks of the stand-in. */
#ifndef TASK_H
#define TASK_H

#include <FreeRTOS.h>
#ifdef STANDIN_LISTS
#include <list.h>
#endif

#define tskKERNEL_VERSION_MAJOR STANDIN_VERSION

typedef struct tskTaskControlBlock *TaskHandle_t;
typedef void (*TaskFunction_t)(void *);

/* Names that the trace macros use are FreeRTOS's. */
struct tskTaskControlBlock {
    volatile StackType_t *pxTopOfStack;
#ifdef STANDIN_LISTS
    ListItem_t xStateListItem;
#endif
    StackType_t *pxStack;
    struct {
        uintptr_t start;
        size_t size;
    } stack_info; /* Zephyr's, and ThreadX's by another name */
    UBaseType_t uxPriority;
    UBaseType_t own_priority;
    char pcTaskName[12];
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0
    void *pvThreadLocalStoragePointers[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
#endif
    enum { STANDIN_READY, STANDIN_WAITS, STANDIN_SUSPENDED, STANDIN_GONE } state;
    const void *object;
    TickType_t until;
    uint32_t notified;
#ifdef STANDIN_MEMBERS
    STANDIN_MEMBERS
#endif
#ifdef STANDIN_ZEPHYR
    struct {
        const void *pended_on;
        unsigned thread_state;
        int8_t prio;
        struct {
            struct {
                const void *next;
            } node;
        } timeout;
    } base;
    struct {
        uint32_t swap_return_value;
    } arch;
#endif
    struct tskTaskControlBlock *next;
};
typedef struct tskTaskControlBlock StaticTask_t;

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *task);
BaseType_t xTaskCreate(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                       UBaseType_t priority, TaskHandle_t *handle);
void vTaskStartScheduler(void);
void vTaskDelay(TickType_t ticks);
void vTaskSuspend(TaskHandle_t task);
void vTaskResume(TaskHandle_t task);
void vTaskDelete(TaskHandle_t task);
TickType_t xTaskGetTickCount(void);
#define taskSCHEDULER_NOT_STARTED 1
#if INCLUDE_xTaskGetSchedulerState == 1
BaseType_t xTaskGetSchedulerState(void);
#endif
void vPortEnterCritical(void);
void vPortExitCritical(void);
#define taskENTER_CRITICAL() vPortEnterCritical()
#define taskEXIT_CRITICAL()  vPortExitCritical()
void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);
UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t task);

typedef struct {
    size_t xAvailableHeapSpaceInBytes, xSizeOfLargestFreeBlockInBytes;
} HeapStats_t;
void vPortGetHeapStats(HeapStats_t *heap);
void *pvPortMalloc(size_t bytes);
void vPortFree(void *address);
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks);
BaseType_t xTaskNotifyGive(TaskHandle_t task);
BaseType_t xTaskNotifyWait(uint32_t clear_first, uint32_t clear_last, uint32_t *value, TickType_t ticks);
void vTaskNotifyGiveFromISR(TaskHandle_t task, BaseType_t *woken);
void xPortSysTickHandler(void);
void xPortPendSVHandler(void);

/* Used by queues. */
extern TaskHandle_t volatile pxCurrentTCB;
void standin_wait(const void *object, TickType_t ticks);
BaseType_t standin_wake(const void *object);
extern const TickType_t *const standin_asleep; /* the object of a sleeping task */
TaskHandle_t standin_next(void);
void standin_set_priority(TaskHandle_t task, UBaseType_t priority);

/* Put a task into the list of its state, as FreeRTOS has them (lists.c). */
#ifdef STANDIN_LISTS
void standin_list(TaskHandle_t task);
void standin_list_end(TaskHandle_t task);
void standin_list_running(void);
#else
#define standin_list(task)     ((void)(task))
#define standin_list_end(task) ((void)(task))
#define standin_list_running() ((void)0)
#endif

/* Counted by the kernel itself. */
extern volatile uint32_t standin_switches, standin_ticks;

#endif
