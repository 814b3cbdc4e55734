/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace macros are in the same places as in FreeRTOS V11, under its locks. */
#include <string.h>
#include <task.h>
#include "spoor.h"

#define CORES         configNUMBER_OF_CORES
#define MTIME         (*(volatile uint64_t *)0x0200BFF8u)
#define MTIMECMP(c)   (*(volatile uint64_t *)(0x02004000u + 8 * (uint32_t)(c)))
#define MSIP(c)       (*(volatile uint32_t *)(0x02000000u + 4 * (uint32_t)(c)))
#define CAUSE_ECALL   11u
#define CAUSE_SOFT    0x80000003u
#define CAUSE_TIMER   0x80000007u
#define MSTATUS_FIRST 0x1880u /* mret enters machine mode with interrupts on */
#define FRAME_WORDS   32
#define STACK_WORDS   256
#ifndef STANDIN_ISR_ENTER /* ESP-IDF's macro has a parameter */
#define STANDIN_ISR_ENTER(name) traceISR_ENTER()
#endif
#define TICK_CYCLES (configCPU_CLOCK_HZ / configTICK_RATE_HZ)

TaskHandle_t volatile pxCurrentTCBs[CORES];
volatile uint32_t standin_switches[CORES], standin_switched[CORES], standin_started;
uint32_t standin_trap_stacks[CORES][1024] __attribute__((aligned(16)));
uint32_t standin_spinlock;
static TaskHandle_t all;
static TickType_t now;
static uint32_t turns;

void standin_first(void);
void vTaskSwitchContext(BaseType_t xCoreID);
void standin_trap(uint32_t cause, uint32_t *frame);

/* ------------------------------------------------------------------ the lock */

static volatile uint32_t held, mask_before;
static volatile BaseType_t owner = -1;
static unsigned depth;

void standin_enter(void)
{
    uint32_t before = standin_mask();

    if (owner != portGET_CORE_ID()) {
        while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE) != 0) {
        }
        owner = portGET_CORE_ID();
        mask_before = before;
    }
    depth++;
}

void standin_leave(void)
{
    if (--depth == 0) {
        uint32_t before = mask_before;

        owner = -1;
        __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
        standin_unmask(before);
    }
}

void vTaskSuspendAll(void)
{
    standin_enter();
}

BaseType_t xTaskResumeAll(void)
{
    standin_leave();
    return pdFALSE;
}

/* ------------------------------------------------------------------ tasks */

/* As FreeRTOS's prvAddTaskToReadyList() and prvYieldForTask(): interrupts the core that runs the
 * lowest-priority task. */
static void make_ready(TaskHandle_t t)
{
    BaseType_t least = 0;

    traceMOVED_TASK_TO_READY_STATE(t);
    t->state = STANDIN_READY;
    if (!standin_started) {
        return;
    }
    for (BaseType_t core = 1; core < CORES; core++) {
        if (pxCurrentTCBs[core]->uxPriority < pxCurrentTCBs[least]->uxPriority) {
            least = core;
        }
    }
    if (pxCurrentTCBs[least]->uxPriority < t->uxPriority) {
        portYIELD_CORE(least);
    }
}

static void exit_task(void)
{
    vTaskDelete(NULL);
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *t)
{
    StackType_t *top = (StackType_t *)((uintptr_t)(stack + words) & ~(uintptr_t)15) - FRAME_WORDS;

    memset(t, 0, sizeof *t);
    memset(top, 0, FRAME_WORDS * sizeof *top);
    top[0] = (StackType_t)(uintptr_t)function;
    top[1] = MSTATUS_FIRST;
    top[2] = (StackType_t)(uintptr_t)exit_task; /* ra */
    top[10] = (StackType_t)(uintptr_t)argument; /* a0 */
    t->pxTopOfStack = top;
    t->pxStack = stack;
    t->uxPriority = priority;
    strncpy(t->pcTaskName, name, sizeof t->pcTaskName - 1);
    t->core = -1;
    standin_enter();
    t->next = all;
    all = t;
    traceTASK_CREATE(t);
    make_ready(t);
    standin_leave();
    return t;
}

/* A task on another core keeps running until that core takes the interrupt. */
void vTaskDelete(TaskHandle_t t)
{
    standin_enter();
    t = t != NULL ? t : pxCurrentTCBs[portGET_CORE_ID()];
    for (TaskHandle_t *link = &all; *link != NULL; link = &(*link)->next) {
        if (*link == t) {
            *link = t->next;
            break;
        }
    }
    traceTASK_DELETE(t);
    t->state = STANDIN_GONE;
    if (t->core >= 0) {
        portYIELD_CORE(t->core);
    }
    standin_leave();
}

/* Block the running task. The lock must be held; the task then yields without it. */
static void block(TickType_t ticks)
{
    TaskHandle_t t = pxCurrentTCBs[portGET_CORE_ID()];

    t->state = STANDIN_WAITS;
    t->until = ticks == portMAX_DELAY ? 0 : now + ticks;
}

void vTaskDelay(TickType_t ticks)
{
    standin_enter();
    traceTASK_DELAY();
    block(ticks);
    standin_leave();
    portYIELD();
}

TickType_t xTaskGetTickCount(void)
{
    return now;
}

BaseType_t xTaskGetSchedulerState(void)
{
    return standin_started ? taskSCHEDULER_RUNNING : taskSCHEDULER_NOT_STARTED;
}

uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks)
{
    standin_enter();
    TaskHandle_t pxCurrentTCB = pxCurrentTCBs[portGET_CORE_ID()];

    if (pxCurrentTCB->notified == 0 && ticks != 0) {
        traceTASK_NOTIFY_TAKE_BLOCK(0);
        block(ticks);
        standin_leave();
        portYIELD();
        standin_enter();
    }
    uint32_t count = pxCurrentTCB->notified;

    pxCurrentTCB->notified = clear || count == 0 ? 0 : count - 1;
    standin_leave();
    return count;
}

BaseType_t xTaskNotifyGive(TaskHandle_t t)
{
    standin_enter();
    t->notified++;
    if (t->state == STANDIN_WAITS) {
        make_ready(t);
    }
    standin_leave();
    return pdPASS;
}

void vTaskNotifyGiveFromISR(TaskHandle_t t, BaseType_t *woken)
{
    (void)woken;
    (void)xTaskNotifyGive(t);
}

/* ------------------------------------------------------------------ ticks and switches */

static void increment_tick(void)
{
    traceTASK_INCREMENT_TICK(now);
    now++;
    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        if (t->state == STANDIN_WAITS && t->until != 0 && (int32_t)(t->until - now) <= 0) {
            make_ready(t);
        }
    }
}

/* The highest-priority ready task that runs on no other core; among equals, the one that ran least recently.
 */
static TaskHandle_t choose(BaseType_t core)
{
    TaskHandle_t best = NULL;

    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        if (t->state == STANDIN_READY && (t->core == -1 || t->core == core) &&
            (best == NULL || t->uxPriority > best->uxPriority ||
             (t->uxPriority == best->uxPriority && t->turn < best->turn))) {
            best = t;
        }
    }
    return best;
}

void vTaskSwitchContext(BaseType_t xCoreID)
{
    standin_enter();
    TaskHandle_t before = pxCurrentTCBs[xCoreID];

    traceTASK_SWITCHED_OUT();
    before->core = -1;
    TaskHandle_t next = choose(xCoreID);

    next->core = xCoreID;
    next->turn = ++turns;
    pxCurrentTCBs[xCoreID] = next;
    standin_switches[xCoreID] += next != before;
#ifdef SPOOR_SWITCH_HOOK_UNLOCKED /* as in Zephyr */
    standin_leave();
    traceTASK_SWITCHED_IN();
#else
    traceTASK_SWITCHED_IN();
    standin_leave();
#endif
    standin_switched[xCoreID] += next != before;
}

void standin_trap(uint32_t cause, uint32_t *frame)
{
    static uint64_t tick_at;
    BaseType_t core = portGET_CORE_ID();

    if (cause == CAUSE_ECALL) {
        frame[0] += 4;
    } else if (cause == CAUSE_TIMER && core != 0) {
        product_timer();
    } else if (cause == CAUSE_TIMER) {
        STANDIN_ISR_ENTER(TICK);
        tick_at = (tick_at != 0 ? tick_at : MTIME) + TICK_CYCLES;
        MTIMECMP(core) = tick_at;
        standin_enter();
        increment_tick();
        standin_leave();
        traceISR_EXIT();
    } else if (cause == CAUSE_SOFT) {
        STANDIN_ISR_ENTER(YIELD);
        MSIP(core) = 0;
        traceISR_EXIT();
    }
    vTaskSwitchContext(core);
}

static void idle(void *unused)
{
    (void)unused;
    for (;;) {
        __asm__ volatile("wfi");
    }
}

/* The other cores start with their idle tasks, without a call of a trace macro. */
void vTaskStartScheduler(void)
{
    static StackType_t stacks[CORES][STACK_WORDS];
    static StaticTask_t tasks[CORES];
    char name[] = "IDLE0";

    for (BaseType_t core = 0; core < CORES; core++, name[4]++) {
        pxCurrentTCBs[core] = xTaskCreateStatic(idle, name, STACK_WORDS, NULL, 0, stacks[core], &tasks[core]);
        tasks[core].core = core;
        MTIMECMP(core) = core == 0 ? 0 : UINT64_MAX;
    }
    traceTASK_SWITCHED_IN();
    __atomic_store_n(&standin_started, 1, __ATOMIC_RELEASE);
    standin_first();
}
