/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks of the stand-in in heap memory, which is never freed. */
#include <stdlib.h>
#include <task.h>

BaseType_t xTaskCreate(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                       UBaseType_t priority, TaskHandle_t *handle)
{
    StackType_t *stack = malloc(words * sizeof *stack);
    StaticTask_t *task = calloc(1, sizeof *task);

    if (stack == NULL || task == NULL) {
        return pdFALSE;
    }
    TaskHandle_t made = xTaskCreateStatic(function, name, words, argument, priority, stack, task);

    if (handle != NULL) {
        *handle = made;
    }
    return pdPASS;
}
