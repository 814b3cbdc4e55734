/* SPDX-License-Identifier: BSD-2-Clause */
/* Not FreeRTOS: see FreeRTOS.h beside this. */
#ifndef STAND_IN_TASK_H
#define STAND_IN_TASK_H

#include <FreeRTOS.h>

struct tskTaskControlBlock {
    void *storage[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
};
typedef struct tskTaskControlBlock *TaskHandle_t;

void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t slot, void *value);
void *pvTaskGetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t slot);
TickType_t xTaskGetTickCount(void);

#endif
