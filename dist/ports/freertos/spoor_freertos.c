/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeRTOS's calls of spoor_freertos.h, the task that drains the rings, and how it waits. Every change of the
 * running context happens with interrupts masked for a few instructions, also those that FreeRTOS leaves
 * unmasked.
 */
#include <FreeRTOS.h>
#include <task.h>
#if configUSE_MUTEXES == 1
#include <semphr.h>
#endif
#include <string.h>
#include "spoor_port.h"

#if CONFIG_TRACE

#include "../spoor_tasks.h"

#ifndef SPOOR_FREERTOS_H
#error "spoor: the last line of FreeRTOSConfig.h is: #include <spoor_freertos.h>"
#endif
#if defined(portUSING_MPU_WRAPPERS) && portUSING_MPU_WRAPPERS == 1
#error "spoor: FreeRTOS's MPU ports aren't supported: unprivileged tasks can't mask interrupts"
#endif

#ifndef SPOOR_CYCLES_HZ
#define SPOOR_CYCLES_HZ configCPU_CLOCK_HZ
#endif

#ifndef configIDLE_TASK_NAME
#define configIDLE_TASK_NAME "IDLE"
#endif

char spoor_freertos_started; /* a task has left the CPU */

/* Whether the caller is a task, not main(): tasks have a stack of their own. */
static bool in_task(void)
{
    uint32_t control;

    __asm__ volatile("mrs %0, control" : "=r"(control));
    return (control & 2) != 0;
}

uint32_t spoor_port_cycles_hz(void)
{
    return (uint32_t)(SPOOR_CYCLES_HZ);
}

/* ------------------------------------------------------------------ tasks */

struct spoor_task *spoor_freertos_created(const void *task, unsigned priority, const char *name,
                                          unsigned stack_bytes)
{
    uint32_t state = spoor_port_lock();
    bool idle = priority == 0 && strncmp(name, configIDLE_TASK_NAME, strlen(configIDLE_TASK_NAME)) == 0;
    struct spoor_task *t = spoor_task_create(task, priority, name, idle);

#if CONFIG_TRACE_EVENTS
    t->stack_bytes = stack_bytes;
#else
    (void)stack_bytes;
#endif
    spoor_port_unlock(state);
    return t;
}

void spoor_freertos_deleted(struct spoor_task *t)
{
    uint32_t state = spoor_port_lock();

    spoor_task_delete(t);
    spoor_port_unlock(state);
}

/* The first task went on in the context of main(), as no hook said that it began: its open visits are its
 * own. */
static void adopt(struct spoor_task *t)
{
    uint32_t state = spoor_port_lock();
    struct trace_context *from = &spoor_first.context, *to = &t->trace.context;
    ptrdiff_t open = from->top - from->open;

    *to = *from;
    to->limit = to->open + CONFIG_TRACE_DEPTH;
    to->top = to->open + open;
    from->top = from->open;
    trace_now.context[0] = to;
    spoor_port_unlock(state);
}

/* Before V11 not every release says that the first task begins. */
void spoor_freertos_out(struct spoor_task *t)
{
    spoor_freertos_started = 1;
    if (trace_now.context[0] == &spoor_first.context && t != NULL) {
        adopt(t);
    }
}

void spoor_freertos_in(struct spoor_task *t)
{
    spoor_task_switch(t);
}

/* ------------------------------------------------------------------ time */

void spoor_freertos_tick(void)
{
    spoor_tick();
}

/* Interrupts are masked: a counter that went on is carried over before the interrupt that ends the sleep
 * records. */
void spoor_freertos_woke(void)
{
    spoor_woke();
}

#if CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_DOWN && !defined(SPOOR_SLEEPLESS_COUNTER)

/*
 * A tick, and the counter when it should have come. The kernel makes up for the ticks of a sleep from another
 * timer, and counts its last one later: so the next sleep goes on from here, and a time that is missing now
 * isn't missing for ever.
 */
static TickType_t anchor_ticks;
static uint32_t anchor_cycles;

static uint32_t per_tick(void)
{
    return spoor_port_cycles_hz() / configTICK_RATE_HZ;
}

/* @return by how much the counter is less than the ticks say; both wrap */
static int32_t missing_at(TickType_t ticks)
{
    return (int32_t)((uint32_t)(ticks - anchor_ticks) * per_tick() - (spoor_port_cycles() - anchor_cycles));
}

void spoor_freertos_sleep_begin(void)
{
    TickType_t ticks = xTaskGetTickCount();
    int32_t apart = missing_at(ticks);

    if (apart > (int32_t)per_tick() || -apart > 2 * (int32_t)per_tick()) { /* two clocks, and their drift */
        anchor_ticks = ticks;
        anchor_cycles = spoor_port_cycles();
    }
}

/* A counter that stood still is advanced by the time that it missed, if that is more than a tick. */
void spoor_freertos_sleep_end(void)
{
    TickType_t ticks = xTaskGetTickCount();
    uint32_t state = spoor_port_lock();
    int32_t missing = missing_at(ticks);

    if (missing > (int32_t)per_tick()) {
        *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS += (uint32_t)missing;
    }
    anchor_cycles += (uint32_t)(ticks - anchor_ticks) * per_tick();
    anchor_ticks = ticks;
    spoor_woke();
    spoor_port_unlock(state);
}

#else

void spoor_freertos_sleep_begin(void)
{
}

void spoor_freertos_sleep_end(void)
{
}

#endif

void spoor_port_sleep(uint32_t ms)
{
    TickType_t ticks = (TickType_t)((uint64_t)ms * configTICK_RATE_HZ / 1000);

    if (!in_task()) {
        spoor_tick();
    } else {
        vTaskDelay(ticks != 0 ? ticks : 1);
    }
}

#if CONFIG_TRACE_EVENTS

uint32_t spoor_port_tick_hz(void)
{
    return configTICK_RATE_HZ;
}

/* ------------------------------------------------------------------ waits */

void spoor_freertos_ready(struct spoor_task *t)
{
    if (t != NULL) {
        spoor_task_ready(t, spoor_isr_line() == 15);
    }
}

/* The kinds are those of enum trace_sync. */
void spoor_freertos_waits(const void *object, int kind)
{
    spoor_task_waits((enum trace_left)(TRACE_LEFT_MUTEX + kind), object);
    trace_event(sync_wait, (uintptr_t)object, (uint32_t)kind);
}

void spoor_freertos_sleeps(void)
{
    spoor_task_waits(TRACE_LEFT_SLEEP, NULL);
}

void spoor_freertos_suspends(struct spoor_task *t)
{
    if (t != NULL) {
        t->object = NULL;
        trace_thread_leaves(&t->trace, TRACE_LEFT_SUSPENDED);
    }
}

void spoor_freertos_priority(struct spoor_task *t, unsigned priority, int lasting)
{
    if (t != NULL) {
        if (lasting) {
            t->priority = (uint8_t)priority;
        }
        trace_event(priority_set, trace_thread_number(&t->trace), priority);
    }
}

void spoor_freertos_takes(const void *object, int kind, unsigned level)
{
    trace_event(sync_take, (uintptr_t)object, level << TRACE_SYNC_BITS | (uint32_t)kind);
}

void spoor_freertos_puts(const void *object, int kind, unsigned level)
{
    trace_event(sync_put, (uintptr_t)object, level << TRACE_SYNC_BITS | (uint32_t)kind);
}

/* ------------------------------------------------------------------ objects */

void spoor_freertos_names(const void *object, const char *name)
{
    if (name != NULL) {
        (void)trace_name(object, name);
    }
}

void spoor_freertos_forgets(const void *object)
{
    (void)trace_name(object, NULL);
}

void spoor_freertos_expires(const void *timer, const void *function)
{
    trace_event(timer_expired, (uintptr_t)timer, (uintptr_t)function);
}

TRACE_EVENT_DEF_ROLE(mem_alloc, SPOOR_WIRE_ROLE_ALLOC, TRACE_MEMORY, "address:ptr", "bytes", "caller:ptr");
TRACE_EVENT_DEF_ROLE(mem_free, SPOOR_WIRE_ROLE_FREE, TRACE_MEMORY, "address:ptr", "bytes");

void spoor_freertos_allocates(const void *address, unsigned bytes)
{
    trace_event(mem_alloc, (uintptr_t)address, bytes, (uintptr_t)__builtin_return_address(0));
}

void spoor_freertos_frees(const void *address, unsigned bytes)
{
    trace_event(mem_free, (uintptr_t)address, bytes);
}

/* ------------------------------------------------------------------ levels, once a second */

static void tell_heap(void)
{
#ifdef SPOOR_HEAP_STATS /* heap_4 or heap_5, since V10.2 */
    if (trace_event_is_on(heap_level)) {
        HeapStats_t heap;

        vPortGetHeapStats(&heap);
        trace_event(heap_level, configTOTAL_HEAP_SIZE - heap.xAvailableHeapSpaceInBytes,
                    heap.xAvailableHeapSpaceInBytes, heap.xSizeOfLargestFreeBlockInBytes);
    }
#endif
}

static void tell_stack(const struct spoor_task *t)
{
#if INCLUDE_uxTaskGetStackHighWaterMark == 1
    uint32_t left =
        (uint32_t)uxTaskGetStackHighWaterMark((TaskHandle_t)(uintptr_t)t->handle) * sizeof(StackType_t);

    trace_event(stack_level, trace_thread_number(&t->trace),
                t->stack_bytes > left ? t->stack_bytes - left : 0, t->stack_bytes);
#else
    (void)t;
#endif
}

/* The scheduler is locked, or a task might end while its stack is looked at. */
void spoor_port_tell_levels(void)
{
    tell_heap();
    for (unsigned i = 0; trace_event_is_on(stack_level) && i < SPOOR_TASKS; i++) {
        vTaskSuspendAll();
        if (spoor_tasks[i].handle != NULL) {
            tell_stack(&spoor_tasks[i]);
        }
        (void)xTaskResumeAll();
    }
}

/* ------------------------------------------------------------------ the drain */

static TaskHandle_t drain;

void spoor_port_wake_drain(void)
{
    if (drain == NULL) {
        return;
    }
    if (!in_task()) {
        vTaskNotifyGiveFromISR(drain, NULL);
    } else {
        (void)xTaskNotifyGive(drain);
    }
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
    TickType_t ticks = ms == SPOOR_PORT_WAIT_FOREVER ? portMAX_DELAY
                                                     : (TickType_t)((uint64_t)ms * configTICK_RATE_HZ / 1000);

    return ulTaskNotifyTake(pdTRUE, ticks) != 0;
}

void spoor_port_wait_for_tick(void)
{
    spoor_port_sleep(0);
}

#if configUSE_MUTEXES == 1

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
    static StaticSemaphore_t memory;

    stepping = xSemaphoreCreateMutexStatic(&memory);
#else
    stepping = xSemaphoreCreateMutex();
#endif
    return stepping != NULL;
}

#else /* without inheritance of priorities */

static volatile char stepping;

void spoor_port_lock_drain(void)
{
    while (__atomic_exchange_n(&stepping, 1, __ATOMIC_ACQUIRE) != 0) {
        vTaskDelay(1);
    }
}

void spoor_port_unlock_drain(void)
{
    __atomic_store_n(&stepping, 0, __ATOMIC_RELEASE);
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

static bool make_task(void)
{
#if configSUPPORT_STATIC_ALLOCATION == 1
    static StackType_t stack[STACK_WORDS];
    static StaticTask_t memory;

    drain = xTaskCreateStatic(drain_task, "trace", STACK_WORDS, NULL, CONFIG_TRACE_DAEMON_PRIORITY, stack,
                              &memory);
    return drain != NULL;
#else
    return xTaskCreate(drain_task, "trace", STACK_WORDS, NULL, CONFIG_TRACE_DAEMON_PRIORITY, &drain) ==
           pdPASS;
#endif
}

const char *spoor_port_start(void)
{
    spoor_task_describe_first();
    if (drain == NULL && !(make_lock() && make_task())) {
        return "there is no memory for the task that drains: configTOTAL_HEAP_SIZE, or "
               "configSUPPORT_STATIC_ALLOCATION";
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
