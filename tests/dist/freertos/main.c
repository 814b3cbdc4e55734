/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A product on FreeRTOS: tasks that share a mutex, a queue filled by an interrupt, short-lived tasks, and an
 * interrupt above the kernel's mask that doesn't announce itself to Spoor. The product's own counts are
 * compared with Spoor's.
 */
#include <FreeRTOS.h>
#include <task.h>
#include <semphr.h>
#ifdef STANDIN_STREAM_BUFFERS
#include <stream_buffer.h>
#endif
#include <stdbool.h>
#include <string.h>
#include "../loop/product.h"
#include "cost.h"
#include "masked.h"
#include "spoor.h"
#if CONFIG_TRACE_STACKS
#include <spoor/port/unwind.h>
#endif

TRACE_POINT_DEF(seen_point);
TRACE_POINT_DEF(unseen_point);
TRACE_POINT_DEF(item_point);
TRACE_BLOCK_DEF(work_block);
TRACE_BLOCK_DEF(inner_block);
TRACE_BLOCK_DEF(item_block);
TRACE_BLOCK_DEF(seen_block);
TRACE_BLOCK_DEF(unseen_block);
TRACE_BLOCK_DEF(short_block);
TRACE_BLOCK_DEF(first_block);
#if CONFIG_TRACE_EVENTS
TRACE_EVENT_DEF(item, TRACE_USER, "value", "mutex:ptr");
#endif

/* Ticks between checks of tasks that have nothing to do. */
#ifdef STANDIN_TICKLESS
#define COMMAND_REST 400
#define WORKER_REST  555
#define MAKER_REST   600
#else
#define COMMAND_REST 1
#define WORKER_REST  1
#define MAKER_REST   3
#endif

volatile unsigned product_work;
static volatile uint32_t works, items, seen, unseen, shorts, item_events;
static volatile bool quiet;
static uint32_t random_state = 1;

/* The units of work expected as net time of each block. An inner block's units are also counted for the outer
 * one. */
static volatile uint32_t work_units, inner_units, item_units, seen_units, unseen_units, short_units;

static QueueHandle_t queue;
static StaticQueue_t queue_memory;
static SemaphoreHandle_t mutex;
static StaticSemaphore_t mutex_memory;
static TaskHandle_t short_task, worker_task;

static uint32_t wander(uint32_t least, uint32_t spread)
{
    random_state = random_state * 1664525 + 1013904223;
    return least + (random_state >> 8) % spread;
}

#if CONFIG_TRACE_STACKS
static void print_number(const char *name, uint32_t n);

/* Print the memory that the unwinder may read: from the task's stack pointer to the end of its stack. */
static void print_bounds(void)
{
    struct spoor_frame f;
    uint32_t low = (uint32_t)pxCurrentTCB->pxStack, at = (uint32_t)&f;

    spoor_frame_set(&f, 0, 0, 0);
    while (spoor_stack_find(&f, at, 4)) {
        at += 4;
    }
    print_number("readable_to", at - low);
    print_number("readable_beyond", spoor_stack_find(&f, at - 4, 8));
    print_number("readable_below", spoor_stack_find(&f, low, 4));
    print_number("readable_of_another", spoor_stack_find(&f, (uint32_t)worker_task->pxStack + 4 * 255, 4));
}
#endif

/* Count each unit in `sum`, which only one task or handler updates. */
static void work(volatile uint32_t *sum, unsigned units)
{
    while (units-- > 0) {
        __atomic_fetch_add(&product_work, 1, __ATOMIC_RELAXED);
        (*sum)++;
    }
}

void TIMER0_Handler(void)
{
    BaseType_t woken = pdFALSE;
    uint32_t value;

#if STANDIN_VERSION >= 11
    traceISR_ENTER();
#else
    SPOOR_ISR();
#endif
    product_timer_next(0, wander(3000, 5000));
    trace_block_enter(&seen_block);
    work(&seen_units, 20);
    trace_point_set(&seen_point);
    value = ++seen;
    trace_block_leave(&seen_block);
    (void)xQueueSendFromISR(queue, &value, &woken);
#ifdef FORGET_EXIT
    portYIELD();
#else
    portYIELD_FROM_ISR(woken);
#endif
}

/* Above the mask: calls neither FreeRTOS nor SPOOR_ISR(). */
#if CONFIG_TRACE_SAMPLES
void shares_start(void);
#else
void TIMER1_Handler(void)
{
    product_timer_next(1, wander(500, 1500));
    trace_block_enter(&unseen_block);
    trace_point_set(&unseen_point);
    unseen++;
    trace_block_leave(&unseen_block);
}
#endif

#if STANDIN_VERSION < 11
void SysTick_Handler(void)
{
    SPOOR_ISR();
    xPortSysTickHandler();
}
#endif

static void worker(void *unused)
{
    (void)unused;
#if CONFIG_TRACE_MASKED
    masked_hold();
#endif
    for (;;) {
        trace_block_enter(&work_block);
        work(&work_units, 100);
        (void)xSemaphoreTake(mutex, portMAX_DELAY);
        trace_block_enter(&inner_block);
        work(&inner_units, 200);
        trace_block_leave(&inner_block);
#ifndef STANDIN_TICKLESS
        if (works % 16 == 0) {
            vTaskDelay(2); /* the higher-priority consumer waits for the mutex in the meantime */
        }
#endif
        (void)xSemaphoreGive(mutex);
        works++;
        vTaskDelay(1);
        trace_block_leave(&work_block);
        while (quiet) {
            vTaskDelay(WORKER_REST);
#ifdef STANDIN_TICKLESS
            trace_event(item, *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS, 0);
#endif
        }
    }
}

#ifdef STANDIN_STREAM_BUFFERS
static StaticStreamBuffer_t buffer;

/* Receives a message for each item of the consumer, and allocates a block of the heap for the answer. */
static void reader(void *unused)
{
    (void)unused;
    for (;;) {
        uint32_t word;

        if (xStreamBufferReceive(&buffer, &word, sizeof word, portMAX_DELAY) != 0) {
            vPortFree(pvPortMalloc(40));
        }
    }
}
#endif

#ifdef __ARM_FP
/* Waits while floating-point registers have values. */
static __attribute__((noinline)) float rest(float x)
{
    float half = x * 0.5f;

    vTaskDelay(1);
    return half + x;
}

static void floating(void *unused)
{
    volatile float x = 1;

    (void)unused;
    for (;;) {
        x = rest(x) - x * 0.5f;
    }
}
#endif

static void consumer(void *unused)
{
    uint32_t value;

    (void)unused;
    for (;;) {
        if (!xQueueReceive(queue, &value, portMAX_DELAY)) {
            continue;
        }
        (void)xSemaphoreTake(mutex, portMAX_DELAY);
        trace_block_enter(&item_block);
        work(&item_units, 50);
        trace_point_set(&item_point);
        items++;
#ifdef STANDIN_STREAM_BUFFERS
        (void)xStreamBufferSend(&buffer, &value, sizeof value, 0);
#endif
        trace_block_leave(&item_block);
        (void)xSemaphoreGive(mutex);
#if CONFIG_TRACE_EVENTS
        trace_event(item, value, (uintptr_t)mutex);
        item_events++;
#endif
    }
}

/* A task that ends itself or is deleted by the maker. Both kinds use the same memory. */
static void short_lived(void *unused)
{
    (void)unused;
    trace_block_enter(&short_block);
    work(&short_units, 30);
    shorts++;
    trace_block_leave(&short_block);
    if (shorts % 2 != 0) {
        vTaskSuspend(NULL);
    }
    short_task = NULL;
    vTaskDelete(NULL);
}

/* The first task to run. Its block is open during the very first switch. */
static void first(void *unused)
{
    (void)unused;
    trace_block_enter(&first_block);
    vTaskDelay(2);
    trace_block_leave(&first_block);
    vTaskDelete(NULL);
}

static void maker(void *unused)
{
    static StackType_t stack[128];
    static StaticTask_t task;

    (void)unused;
    SemaphoreHandle_t nameless[] = {xSemaphoreCreateMutex(), xSemaphoreCreateMutex()};

    for (;;) {
        vTaskDelay(MAKER_REST);
        for (unsigned n = 0; n < 2; n++) {
            (void)xSemaphoreTake(nameless[n], portMAX_DELAY);
            (void)xSemaphoreGive(nameless[n]);
        }
        if (short_task != NULL) {
            vTaskDelete(short_task);
            short_task = NULL;
        }
        if (!quiet && short_task == NULL) {
            short_task = &task;
            (void)xTaskCreateStatic(short_lived, shorts % 2 == 0 ? "killed" : "short", 128, NULL, 4, stack,
                                    &task);
        }
    }
}

static void out(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            product_put(0, '\r');
        }
        product_put(0, text[i]);
    }
}

static void print(const char *text)
{
    out(text, strlen(text));
}

static void print_number(const char *name, uint32_t n)
{
    char digits[12], *first = digits + sizeof digits;

    *--first = '\0';
    do {
        *--first = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    print(name);
    print(" ");
    print(first);
    print("\n");
}

void spoor_uart_put(uint8_t byte)
{
    product_put(1, (char)byte);
}

#if CONFIG_TRACE
static void print_units(const char *name, struct trace_block *b, uint32_t units)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    print(name);
    print_number("_own", units);
    print(name);
    print_number("_spoor", s.count != 0 ? (uint32_t)s.net_sum_ns : 0);
}
#endif

/* Used bytes of a stack of 1024 bytes that was filled with its first word. */
static uint32_t used_stack(TaskHandle_t task)
{
    const StackType_t *word = task->pxStack;

    while (*word == *task->pxStack) {
        word++;
    }
    return 1024 - (uint32_t)(word - task->pxStack) * sizeof *word;
}

#ifdef STANDIN_ZEPHYR
int standin_shell(char *line);
#endif

static void run_line(char *line)
{
    if (strcmp(line, "counts") == 0) {
        print_number("works", works);
        print_number("items", items);
        print_number("seen", seen);
        print_number("unseen", unseen);
        print_number("shorts", shorts);
        print_number("item_events", item_events);
        print_number("switches", standin_switches);
        print_number("ticks", standin_ticks);
    } else if (strcmp(line, "costs") == 0) {
        print_number("switch_cost", cost_of_switch(worker_task));
        print_number("interrupt_cost", cost_of_interrupt());
#if CONFIG_TRACE
    } else if (strcmp(line, "units") == 0) {
        print_units("work", &work_block, work_units + inner_units);
        print_units("inner", &inner_block, inner_units);
        print_units("item", &item_block, item_units);
        print_units("seen", &seen_block, seen_units);
        print_units("short", &short_block, short_units);
#endif
    } else if (strcmp(line, "quiet") == 0) {
        quiet = true;
        product_timers_stop();
        vTaskDelay(20);
    } else if (strcmp(line, "loud") == 0) {
        quiet = false;
        product_timer_next(0, 1000);
        product_timer_next(1, 1000);
#ifdef STANDIN_ZEPHYR
    } else if (strncmp(line, "spoor", 5) == 0) {
        print_number("result", (uint32_t)-standin_shell(line));
#endif
#if CONFIG_TRACE_STACKS
    } else if (strcmp(line, "bounds") == 0) {
        print_bounds();
#endif
    } else if (strcmp(line, "stack") == 0) {
        print_number("used", used_stack(worker_task));
    } else if (strncmp(line, "save ", 5) == 0) {
        product_save(line + 5);
    } else if (strcmp(line, "reset") == 0) {
        product_reset();
    } else if (strcmp(line, "quit") == 0) {
        product_exit();
    } else {
        print_number("result", (uint32_t)-spoor_shell_line(line, out));
    }
}

static void command_line(void *unused)
{
    static char line[128];
    size_t n = 0;
    char byte;

    (void)unused;
    for (;;) {
        while (product_get(&byte)) {
            if (byte == '\r') {
                line[n] = '\0';
                n = 0;
                run_line(line);
                print("# ");
            } else if (n < sizeof line - 1) {
                line[n++] = byte;
            }
        }
        vTaskDelay(COMMAND_REST);
    }
}

#define TASK(function, words, priority)                                                                      \
    __extension__({                                                                                          \
        static StackType_t stack[words];                                                                     \
        static StaticTask_t task;                                                                            \
        xTaskCreateStatic(function, #function, words, NULL, priority, stack, &task);                         \
    })

int main(void)
{
    const char *error;

    product_init();
#ifdef INIT_LATE
    TASK(maker, 128, 2);
#endif
#ifdef FORGET_INIT
    error = spoor_error();
#else
    error = spoor_init(spoor_link_uart);
#endif
    print(error != NULL ? error : "spoor: ok");
    print("\n# ");
    queue = xQueueCreateStatic(8, 4, NULL, &queue_memory);
    vQueueAddToRegistry(queue, "samples");
    mutex = xSemaphoreCreateMutexStatic(&mutex_memory);
    vQueueAddToRegistry(mutex, "the mutex");
    TASK(command_line, 1024, 3);
    worker_task = TASK(worker, 256, 2);
    TASK(consumer, 256, 5);
    TASK(first, 128, 7);
#ifdef __ARM_FP
    TASK(floating, 128, 2);
#endif
#ifdef STANDIN_STREAM_BUFFERS
    TASK(reader, 128, 4);
#endif
#ifndef INIT_LATE
    TASK(maker, 128, 2);
#endif
    product_timer_next(0, 1000);
#if CONFIG_TRACE_SAMPLES
    shares_start();
#else
    product_timer_next(1, 1000);
#endif
    vTaskStartScheduler();
    return 0;
}
