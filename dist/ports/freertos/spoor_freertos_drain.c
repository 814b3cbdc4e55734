/* SPDX-License-Identifier: BSD-2-Clause */
/* The drain task, and how it waits. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <FreeRTOS.h>
#include <task.h>
/*
 * Without the shell only the program itself uses the drain's lock, so the kernel's mutexes needn't be linked.
 */
#define BY_MUTEX (configUSE_MUTEXES == 1 && CONFIG_TRACE_SHELL)
#if BY_MUTEX
#include <semphr.h>
#endif
#include "spoor_port.h"
#include "spoor_freertos_drain.h"

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

/* @return whether the caller is a task rather than main(). Only tasks use the process stack (PSP). */
static bool in_task(void)
{
    uint32_t control;

    __asm__ volatile("mrs %0, control" : "=r"(control));
    return (control & 2) != 0;
}

#else

static bool in_task(void)
{
    return !spoor_in_isr() && xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED;
}

#endif

/* Avoids a 64-bit division and doesn't overflow. */
static TickType_t ticks_of(uint32_t ms)
{
    return (TickType_t)(ms / 1000 * configTICK_RATE_HZ + ms % 1000 * configTICK_RATE_HZ / 1000);
}

void spoor_port_sleep(uint32_t ms)
{
    TickType_t ticks = ticks_of(ms);

    if (!in_task()) {
        spoor_tick();
    } else {
        vTaskDelay(ticks != 0 ? ticks : 1);
    }
}

#if CONFIG_TRACE_EVENTS

static TaskHandle_t drain;

/*
 * May be called from tasks, too: xTaskResumeAll() catches up on ticks, and cores without PendSV would switch
 * inside xTaskNotifyGive(), in the middle of the tick.
 */
void spoor_port_wake_drain(void)
{
    bool task = in_task();

    if (drain == NULL) {
        return;
    }
    if (task) {
        taskENTER_CRITICAL();
    }
    spoor_freertos_wakes_drain = true;
    vTaskNotifyGiveFromISR(drain, NULL);
    spoor_freertos_wakes_drain = false;
    if (task) {
        taskEXIT_CRITICAL();
    }
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
    TickType_t ticks = ms == SPOOR_PORT_WAIT_FOREVER ? portMAX_DELAY : ticks_of(ms);

    return ulTaskNotifyTake(pdTRUE, ticks) != 0;
}

void spoor_port_wait_for_tick(void)
{
    spoor_port_sleep(0);
}

#if BY_MUTEX

static SemaphoreHandle_t stepping;

void spoor_port_lock_drain(void)
{
    if (in_task()) {
        (void)xSemaphoreTake(stepping, portMAX_DELAY);
    }
}

void spoor_port_unlock_drain(void)
{
    if (in_task()) {
        (void)xSemaphoreGive(stepping);
    }
}

static bool make_lock(void)
{
#if configSUPPORT_STATIC_ALLOCATION == 1
    static StaticSemaphore_t stepping_memory;

    stepping = xSemaphoreCreateMutexStatic(&stepping_memory);
#else
    stepping = xSemaphoreCreateMutex();
    if (stepping != NULL) {
        spoor_freertos_names(stepping, "stepping");
    }
#endif
    return stepping != NULL;
}

#else /* a lock without priority inheritance */

static volatile bool stepping, waiting;

static bool take_lock(void)
{
    static struct trace_lock looking = TRACE_LOCK_INIT;
    uint32_t state = trace_lock(&looking);
    bool taken = !stepping;

    stepping = true;
    waiting = !taken;
    trace_unlock(&looking, state);
    return taken;
}

void spoor_port_lock_drain(void)
{
    while (!take_lock()) {
        vTaskDelay(1);
    }
}

/* If another task waits for the lock, sleep: it polls once per tick, and must find the lock free. */
void spoor_port_unlock_drain(void)
{
    stepping = false;
    if (waiting) {
        vTaskDelay(2);
    }
}

static bool make_lock(void)
{
    return true;
}

#endif

static void drain_task(void *unused)
{
    (void)unused;
    spoor_drain();
}

#define STACK_WORDS (CONFIG_TRACE_DAEMON_STACK_BYTES / sizeof(StackType_t))

/*
 * A stream from boot shows the task's first waits before it has the name of their object, the task's handle.
 * Until then the host shows the symbol of static memory; memory on the heap is named here.
 */
#if configSUPPORT_STATIC_ALLOCATION == 1

static StaticTask_t trace;

static bool make_task(void)
{
    static StackType_t stack[STACK_WORDS];

    drain = xTaskCreateStatic(drain_task, "trace", STACK_WORDS, NULL, CONFIG_TRACE_DAEMON_PRIORITY, stack,
                              &trace);
    return true; /* fails only without memory */
}

#else

static bool make_task(void)
{
    bool made =
        xTaskCreate(drain_task, "trace", STACK_WORDS, NULL, CONFIG_TRACE_DAEMON_PRIORITY, &drain) == pdPASS;

    if (made) {
        spoor_freertos_names(drain, "trace");
    }
    return made;
}

#endif

const char *spoor_port_start(void)
{
    spoor_freertos_describe_first();
    if (drain == NULL && !(make_lock() && make_task())) {
        return "no memory for the task trace: raise configTOTAL_HEAP_SIZE";
    }
    return NULL;
}

#else

const char *spoor_port_start(void)
{
    return NULL;
}

#endif
#endif
