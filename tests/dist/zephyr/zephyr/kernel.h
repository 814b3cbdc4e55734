/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's names that the port uses, on the stand-in kernel. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#include <FreeRTOS.h>
#include <task.h>
#include <semphr.h>

#include <zephyr/kernel_structs.h>

typedef struct k_thread *k_tid_t;
typedef uint32_t k_timeout_t;

struct k_sem {
    StaticQueue_t queue;
};
struct k_mutex {
    union {
        StaticSemaphore_t mutex;
        struct {
            char before[offsetof(StaticSemaphore_t, holder)];
            struct k_thread *owner;
        };
    };
};
struct k_msgq {
    StaticQueue_t queue;
};
struct k_queue {
    StaticQueue_t queue;
};
struct k_timer {
    void (*function)(struct k_timer *timer);
    uint32_t every, left;
};

#define K_FOREVER  portMAX_DELAY
#define K_NO_WAIT  0
#define K_MSEC(ms) (ms)
#define K_SEM_DEFINE(name, first, limit)                                                                     \
    struct k_sem name = {{.pcHead = (int8_t *)&name, .uxMessagesWaiting = (first), .length = (limit)}}
#define K_MUTEX_DEFINE(name)                   struct k_mutex name = {.mutex = {.uxMessagesWaiting = 1, .length = 1}}
#define K_TIMER_DEFINE(name, expired, stopped) struct k_timer name = {(expired), 0, 0}
#define K_THREAD_STACK_DEFINE(name, bytes)     StackType_t name[(bytes) / 4]
#define K_THREAD_STACK_SIZEOF(name)            sizeof(name)

static inline bool standin_in_thread(void)
{
    uint32_t control;

    __asm__ volatile("mrs %0, control" : "=r"(control));
    return (control & 2) != 0;
}

static inline bool standin_in_interrupt(void)
{
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr != 0;
}

static inline bool k_is_pre_kernel(void)
{
    return !standin_in_thread() && !standin_in_interrupt();
}

static inline void k_sem_give(struct k_sem *s)
{
    BaseType_t woken = pdFALSE;

    (void)xQueueSendFromISR(&s->queue, NULL, &woken); /* refused if it has already been given */
}

static inline int k_sem_take(struct k_sem *s, k_timeout_t t)
{
    uint32_t unused;

    return xQueueReceive(&s->queue, &unused, t) ? 0 : -1;
}

static inline int k_mutex_lock(struct k_mutex *m, k_timeout_t t)
{
    return xSemaphoreTake(&m->mutex, t) ? 0 : -1;
}

static inline int k_mutex_unlock(struct k_mutex *m)
{
    return xSemaphoreGive(&m->mutex) ? 0 : -1;
}

static inline int k_msleep(int ms)
{
    vTaskDelay((TickType_t)ms);
    return 0;
}

static inline const char *k_thread_name_get(struct k_thread *t)
{
    return t->pcTaskName;
}

static inline int k_thread_name_set(struct k_thread *t, const char *name)
{
    (void)t;
    (void)name;
    return 0;
}

static inline int sys_clock_hw_cycles_per_sec(void)
{
    return 25000000;
}

/* As in Zephyr, a lower number is a higher priority. */
#define K_HIGHEST_THREAD_PRIO 0
#define K_LOWEST_THREAD_PRIO  15
static inline k_tid_t k_thread_create(struct k_thread *t, StackType_t *stack, size_t bytes,
                                      void (*entry)(void *, void *, void *), void *a, void *b, void *c,
                                      int priority, uint32_t options, k_timeout_t delay)
{
    (void)a;
    (void)b;
    (void)c;
    (void)options;
    (void)delay;
    return xTaskCreateStatic((TaskFunction_t)(void (*)(void))entry, "trace", bytes / 4, NULL,
                             (UBaseType_t)(K_LOWEST_THREAD_PRIO - priority), stack, t);
}

void k_timer_start(struct k_timer *timer, k_timeout_t first, k_timeout_t every);
void SysTick_Handler(void);

#include <zephyr/tracing/tracing.h>

#endif
