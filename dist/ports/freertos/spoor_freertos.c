/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that the trace macros of spoor_freertos.h call: tasks, waits, objects. Every change of the
 * running context masks interrupts for a few instructions, including those that FreeRTOS leaves unmasked.
 */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <FreeRTOS.h>
#include <task.h>
#include "spoor_port.h"

SPOOR_PORT_PRIORITY_RANGE(0, configMAX_PRIORITIES - 1);

/* Masks interrupts on this core and keeps other cores out of the scheduler. */
#if CONFIG_CPUS > 1
static inline uint32_t spoor_freertos_lock(void)
{
    taskENTER_CRITICAL();
    return 0;
}
#define SPOOR_KERNEL_LOCK()        spoor_freertos_lock()
#define SPOOR_KERNEL_UNLOCK(state) ((void)(state), taskEXIT_CRITICAL())
#endif

#include "../spoor_tasks.h"
#include "spoor_freertos_drain.h"

#ifndef SPOOR_FREERTOS_H
#error "spoor: the last line of FreeRTOSConfig.h must be: #include <spoor_freertos.h>"
#endif
#if defined(portUSING_MPU_WRAPPERS) && portUSING_MPU_WRAPPERS == 1
#error                                                                                                       \
    "spoor: an unprivileged task can't write counters and events. Take ARM_CM3 for ARM_CM3_MPU, ARM_CM4F for ARM_CM4_MPU, and configENABLE_MPU 0 on Cortex-M23 and later"
#endif

#ifndef SPOOR_CYCLES_HZ
#define SPOOR_CYCLES_HZ configCPU_CLOCK_HZ
#endif

#ifndef configIDLE_TASK_NAME
#define configIDLE_TASK_NAME "IDLE"
#endif

char spoor_freertos_started; /* a task has been switched out */
bool spoor_freertos_wakes_drain;

uint32_t spoor_port_cycles_hz(void)
{
    return (uint32_t)(SPOOR_CYCLES_HZ);
}

/* ------------------------------------------------------------------ the core: spoor_core.h */

#ifdef SPOOR_IN_ISR_BY_STACK
#ifdef configISR_STACK_SIZE_WORDS
#define SPOOR_ISR_STACK_BYTES ((configISR_STACK_SIZE_WORDS) * sizeof(StackType_t))
#elif !defined(SPOOR_ISR_STACK_BYTES)
#error                                                                                                       \
    "spoor: the linker script defines the interrupt stack: give its size as SPOOR_ISR_STACK_BYTES in spoor_user.h"
#endif
const uintptr_t spoor_freertos_isr_stack_bytes = SPOOR_ISR_STACK_BYTES;
#endif

#ifdef SPOOR_CYCLES_BY_MTIME
#if configMTIME_BASE_ADDRESS == 0
#error "spoor: there is no mtime: give the address of a 32-bit timer as CONFIG_CYCLES_ADDRESS in spoor_user.h"
#endif
const volatile uint32_t *const spoor_freertos_mtime = (const volatile uint32_t *)(configMTIME_BASE_ADDRESS);
#endif

/* ------------------------------------------------------------------ tasks */

/* Compares the beginning only: the name may be truncated, and a core's idle task has a number in its name. */
static bool is_idle(const char *name)
{
    const char *idle = configIDLE_TASK_NAME;

    while (*idle != '\0' && *idle == *name) {
        idle++;
        name++;
    }
    return *idle == '\0';
}

struct spoor_task *spoor_freertos_created(const void *task, unsigned priority, const char *name,
                                          const void *stack, unsigned stack_bytes)
{
    uint32_t state = spoor_port_lock();
    bool idle = priority == 0 && is_idle(name);
    struct spoor_task *t = spoor_task_create(task, priority, name, idle);

#if CONFIG_TRACE_EVENTS
    t->stack_bytes = stack_bytes;
#else
    (void)stack_bytes;
#endif
#if CONFIG_TRACE_STACKS
    t->stack = stack;
#else
    (void)stack;
#endif
    spoor_port_unlock(state);
    return t;
}

void spoor_freertos_deleted(struct spoor_task *t)
{
    uint32_t state = spoor_port_lock();

#if CONFIG_TRACE_EVENTS
    if (t != NULL) {
        (void)trace_name(t->handle, NULL);
    }
#endif
    spoor_task_delete(t);
    spoor_port_unlock(state);
}

/*
 * The first task has run in the context of main(), because no hook reported its start. Move that context's
 * open visits to the task.
 */
static void adopt(struct spoor_task *t)
{
    uint32_t state = spoor_port_lock();
    struct trace_context *to = &t->trace.context;

#if CONFIG_TRACE_BLOCKS
    struct trace_context *from = &spoor_first[spoor_port_cpu()].context;
    ptrdiff_t open = from->top - from->open;

    *to = *from;
    to->limit = to->open + CONFIG_TRACE_DEPTH;
    to->top = to->open + open;
    from->top = from->open;
#endif
    trace_set_current(to);
    spoor_port_unlock(state);
}

/* Before V11 some releases don't report the start of the first task. */
void spoor_freertos_out(struct spoor_task *t)
{
    spoor_freertos_started = 1;
    if (t != NULL && spoor_is_first(spoor_running())) {
        adopt(t);
    }
}

void spoor_freertos_in(struct spoor_task *t)
{
#if defined(__riscv) /* portYIELD_FROM_ISR() switches in the handler, and before V11 reports no exit */
    while (spoor_isr_level() != 0) {
        spoor_isr_exit();
    }
#endif
    spoor_task_switch(t);
}

#if CONFIG_TRACE_STACKS

/* Size of the initial frame that the kernel puts on a stack: at least 16 words on any core. */
#define FIRST_FRAME 64

void spoor_port_stack(const struct trace_thread *thread, struct spoor_stack *stack)
{
    if (!spoor_is_first(thread) && !spoor_is_other(spoor_task_of(thread))) {
        const struct spoor_task *t = spoor_task_of(thread);

        stack->begin = (uint32_t)t->stack;
        stack->end = stack->begin + t->stack_bytes + FIRST_FRAME;
    }
}

/* The task's stack pointer is the first member of its TCB. */
uint32_t spoor_port_saved(const struct trace_thread *thread)
{
    return spoor_is_first(thread) || spoor_is_other(spoor_task_of(thread))
               ? 0
               : *(const uint32_t *)spoor_task_of(thread)->handle;
}

#endif

#if CONFIG_TRACE_EVENTS

uint32_t spoor_port_tick_hz(void)
{
    return configTICK_RATE_HZ;
}

/* ------------------------------------------------------------------ waits */

void spoor_freertos_ready(struct spoor_task *t)
{
    if (t != NULL) {
        spoor_task_ready(t, spoor_isr_line() == SPOOR_TICK_LINE && !spoor_freertos_wakes_drain);
    }
}

/* The kinds have the values of enum trace_sync. */
static inline void waits(const void *object, int kind, uint32_t holder)
{
    spoor_task_waits((enum trace_left)(TRACE_LEFT_MUTEX + kind), object);
    trace_event(sync_wait, (uintptr_t)object, holder << TRACE_SYNC_BITS | (uint32_t)kind);
}

void spoor_freertos_waits(const void *object, int kind)
{
    waits(object, kind, 0);
}

/*
 * The holder is searched in the pool, because its task may have ended. NULL means that an interrupt gave the
 * mutex just now.
 */
void spoor_freertos_waits_for_mutex(const void *mutex, const void *holder)
{
    uint32_t number = 0;

    if (holder != NULL && trace_event_is_on(sync_wait)) {
        const struct spoor_task *t = spoor_task_find(holder, holder);

        number = trace_thread_number(&(t != NULL ? t : spoor_others)->trace);
    }
    waits(mutex, TRACE_SYNC_MUTEX, number);
}

/*
 * Flags of a task: the kind of the stream buffer (in `object`) that it is about to wait for, and whether its
 * handle has a name.
 */
#define BUFFER(kind)       ((uint8_t)((kind) + 1))
#define BUFFER_KIND(flags) (((flags)&7) - 1)
#define NAMED              0x80u

/* The object of a wait for a notification is the task's handle. Give the handle the task's name. */
static void name_handle(struct spoor_task *t)
{
    if (t != NULL && !spoor_is_other(t) && (t->flags & NAMED) == 0) {
        t->flags |= NAMED;
        (void)trace_name(t->handle, t->name);
    }
}

/*
 * The kernel isn't locked here: the task may be preempted, or may not have to wait after all. NULL: the wait
 * is over.
 */
void spoor_freertos_buffers(const void *buffer, int kind)
{
    struct spoor_task *t = spoor_task_running();

    if (t != NULL) {
        t->object = buffer;
        t->flags = (uint8_t)((t->flags & NAMED) | (buffer != NULL ? BUFFER(kind) : 0));
    }
}

void spoor_freertos_waits_for_notice(const void *task)
{
    struct spoor_task *t = spoor_task_running();

    if (t != NULL && BUFFER_KIND(t->flags) >= 0 && t->object != NULL) {
        spoor_freertos_waits(t->object, BUFFER_KIND(t->flags));
    } else {
        name_handle(t);
        spoor_freertos_waits(task, TRACE_SYNC_SEM);
    }
}

void spoor_freertos_sleeps(void)
{
    spoor_task_waits(TRACE_LEFT_SLEEP, NULL);
}

void spoor_freertos_suspends(struct spoor_task *t)
{
    if (t != NULL) {
        spoor_task_leaves(t, TRACE_LEFT_SUSPENDED, NULL);
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

void spoor_freertos_describe_first(void)
{
    spoor_task_describe_first();
}

void spoor_freertos_names(const void *object, const char *name)
{
    if (name != NULL) {
        spoor_load(); /* before spoor_init() */
        (void)trace_name(object, name);
    }
}

void spoor_freertos_makes(const void *object, const char *kind)
{
    spoor_load();
    (void)trace_name_kind(object, kind, trace_thread_number(spoor_running()));
}

void spoor_freertos_forgets(const void *object)
{
    (void)trace_name(object, NULL);
}

void spoor_freertos_expires(const void *timer, const void *function)
{
    trace_event(timer_expired, (uintptr_t)timer, (uintptr_t)function);
}

TRACE_MEMORY_EVENTS_DEF();

void spoor_freertos_allocates(const void *address, unsigned bytes, const void *caller)
{
    spoor_load();
    trace_event(mem_alloc, (uintptr_t)address, bytes, (uintptr_t)caller);
}

void spoor_freertos_frees(const void *address, unsigned bytes)
{
    trace_event(mem_free, (uintptr_t)address, bytes);
}

/* ------------------------------------------------------------------ levels, once a second */

static void record_heap_level(void)
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

#if INCLUDE_uxTaskGetStackHighWaterMark == 1
static uint32_t left_of(const struct spoor_task *t)
{
    return (uint32_t)uxTaskGetStackHighWaterMark((TaskHandle_t)(uintptr_t)t->handle) * sizeof(StackType_t);
}
#endif

static void record_stack_level(const struct spoor_task *t)
{
#if INCLUDE_uxTaskGetStackHighWaterMark == 1
    uint32_t left = left_of(t);

    trace_event(stack_level, trace_thread_number(&t->trace),
                t->stack_bytes > left ? t->stack_bytes - left : 0, t->stack_bytes);
#else
    (void)t;
#endif
}

/* The scheduler is locked while a stack is inspected, so that the task can't end meanwhile. */
void spoor_port_tell_levels(void)
{
    record_heap_level();
    for (unsigned i = 0; trace_event_is_on(stack_level) && i < SPOOR_TASKS; i++) {
        vTaskSuspendAll();
        if (spoor_tasks[i].handle != NULL) {
            record_stack_level(&spoor_tasks[i]);
        }
        (void)xTaskResumeAll();
    }
}

#if CONFIG_TRACE_STACKS && INCLUDE_uxTaskGetStackHighWaterMark == 1
bool spoor_port_stack_unused(uint32_t number, uint32_t *bytes)
{
    bool found = false;

    for (unsigned i = 0; !found && i < SPOOR_TASKS; i++) {
        vTaskSuspendAll();
        if (spoor_tasks[i].handle != NULL && trace_thread_number(&spoor_tasks[i].trace) == number) {
            *bytes = left_of(&spoor_tasks[i]);
            found = true;
        }
        (void)xTaskResumeAll();
    }
    return found;
}
#endif

#endif
#endif
