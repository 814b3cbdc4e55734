/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeRTOS's lists of tasks, by its names: debuggers find tasks there. The stand-in keeps them, and chooses
 * tasks by a list of its own.
 */
#include <task.h>

static List_t pxReadyTasksLists[configMAX_PRIORITIES], xDelayedTaskList1, xDelayedTaskList2,
    xSuspendedTaskList, xTasksWaitingTermination;
static volatile UBaseType_t uxCurrentNumberOfTasks;
static volatile BaseType_t xSchedulerRunning;

static void init(void)
{
    for (unsigned n = 0; n < configMAX_PRIORITIES; n++) {
        vListInitialise(&pxReadyTasksLists[n]);
    }
    vListInitialise(&xDelayedTaskList1);
    vListInitialise(&xDelayedTaskList2);
    vListInitialise(&xSuspendedTaskList);
    vListInitialise(&xTasksWaitingTermination);
}

/* As in FreeRTOS, one of the lists of delayed tasks has those whose time is after the counter's wrap, and a
 * task that waits without a limit is in the list of suspended ones. */
static List_t *list_of(const struct tskTaskControlBlock *t)
{
    if (t->state == STANDIN_READY) {
        return &pxReadyTasksLists[t->uxPriority];
    }
    if (t->state == STANDIN_GONE) {
        return &xTasksWaitingTermination;
    }
    if (t->state == STANDIN_WAITS && t->until != 0) {
        return t->until < xTaskGetTickCount() ? &xDelayedTaskList2 : &xDelayedTaskList1;
    }
    return &xSuspendedTaskList;
}

void standin_list(TaskHandle_t t)
{
    if (xDelayedTaskList1.pxIndex == NULL) {
        init();
    }
    if (t->xStateListItem.pvOwner == NULL) {
        t->xStateListItem.pvOwner = t;
        uxCurrentNumberOfTasks = uxCurrentNumberOfTasks + 1;
    }
    uxListRemove(&t->xStateListItem);
    if (t->state == STANDIN_GONE && t != pxCurrentTCB) {
        uxCurrentNumberOfTasks = uxCurrentNumberOfTasks - 1;
    } else {
        vListInsertEnd(list_of(t), &t->xStateListItem);
    }
}

/* As FreeRTOS's idle task, but at the switch: the product uses the memory again. */
void standin_list_end(TaskHandle_t t)
{
    if (t->state == STANDIN_GONE) {
        uxListRemove(&t->xStateListItem);
        uxCurrentNumberOfTasks = uxCurrentNumberOfTasks - 1;
    }
}

void standin_list_running(void)
{
    xSchedulerRunning = pdTRUE;
}
