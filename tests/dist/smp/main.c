/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks that move between cores and count what they do. */
#include <string.h>
#include <FreeRTOS.h>
#include <task.h>
#include "spoor.h"

#define CORES        configNUMBER_OF_CORES
#define WORKERS      (CORES + 1)
#define STACK_WORDS  512
#define WORKS        3000
#define TIMERS       40
#define TIMER_CYCLES 3700u

TRACE_EVENT_DEF(worked, TRACE_USER, "who", "core");
TRACE_EVENT_DEF(timed, TRACE_USER, "core");

static volatile uint32_t events[CORES], timers[CORES], works, shorts;
static volatile bool stop, switched, ran_first[CORES];
static volatile unsigned stopped, timers_ended;
static TaskHandle_t consumer_task;

/* ------------------------------------------------------------------ the board */

uint32_t standin_semihost(uint32_t op, const void *argument);

void spoor_uart_put(uint8_t byte)
{
    *(volatile uint8_t *)0x10000000u = byte;
}

static void out(const char *text, size_t n)
{
    for (; n != 0; n--, text++) {
        standin_semihost(3, text); /* SYS_WRITEC */
    }
}

static void print_number(const char *name, unsigned core, uint32_t n)
{
    char line[40] = "", of[] = {(char)('0' + core), '\0'}, digits[11], *d = digits + sizeof digits - 1;

    *d = '\0';
    do {
        *--d = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    strcat(strcat(line, name), of);
    strcat(strcat(strcat(line, " "), d), "\n");
    out(line, strlen(line));
}

#define MTIME    (*(volatile uint64_t *)0x0200BFF8u)
#define MTIMECMP (((volatile uint64_t *)0x02004000u)[portGET_CORE_ID()])

void product_timer(void)
{
    SPOOR_ISR();
    if (stop) {
        MTIMECMP = UINT64_MAX;
        __atomic_add_fetch(&timers_ended, 1, __ATOMIC_RELAXED);
        return;
    }
    MTIMECMP = MTIME + TIMER_CYCLES;
    TRACE_BLOCK_SCOPED(timer_block);
    timers[portGET_CORE_ID()]++;
    trace_point("timer_point");
    trace_event(timed, (uint32_t)portGET_CORE_ID());
    vTaskNotifyGiveFromISR(consumer_task, NULL);
}

/* ------------------------------------------------------------------ tasks */

static void work(unsigned who)
{
    TRACE_BLOCK_SCOPED(work_block);
    uint32_t state = standin_mask(); /* so that the task can't move to another core before the next line */

    events[portGET_CORE_ID()]++;
    trace_event(worked, who, (uint32_t)portGET_CORE_ID());
    standin_unmask(state);
    trace_point("work_point");
    __atomic_add_fetch(&works, 1, __ATOMIC_RELAXED);
}

static void worker(void *who)
{
    for (uint32_t n = 1; !stop; n++) {
        for (volatile unsigned i = 0; i < 400; i++) {
        }
        work((unsigned)(uintptr_t)who);
        if (n % 8 == 0) {
            vTaskDelay(1);
        } else if (n % 3 == 0) {
            xTaskNotifyGive(consumer_task);
        } else {
            portYIELD();
        }
    }
    __atomic_add_fetch(&stopped, 1, __ATOMIC_RELAXED);
}

static void consumer(void *who)
{
    while (!stop) {
        if (ulTaskNotifyTake(pdTRUE, 5) != 0) {
            work((unsigned)(uintptr_t)who);
        }
    }
    __atomic_add_fetch(&stopped, 1, __ATOMIC_RELAXED);
}

static void brief(void *who)
{
    work((unsigned)(uintptr_t)who);
    shorts++;
    for (;;) { /* until another task deletes it, perhaps from another core */
    }
}

/* One runs on each core, until each core has switched. */
static void first(void *unused)
{
    (void)unused;
    while (!switched) {
        ran_first[portGET_CORE_ID()] = true;
    }
}

/* Creates tasks that are deleted while they run, and reuses their memory. */
static void maker(void *unused)
{
    static StackType_t stack[STACK_WORDS];
    static StaticTask_t task;

    (void)unused;
    while (!stop) {
        uint32_t before = shorts;
        TaskHandle_t t = xTaskCreateStatic(brief, "brief", STACK_WORDS, (void *)20, 2, stack, &task);

        do {
            vTaskDelay(2);
        } while (shorts == before);
        vTaskDelete(t);
        while (t->core >= 0) {
            vTaskDelay(1);
        }
    }
    __atomic_add_fetch(&stopped, 1, __ATOMIC_RELAXED);
}

static void start(TaskFunction_t function, const char *name, unsigned who, UBaseType_t priority,
                  TaskHandle_t *handle)
{
    static StackType_t stacks[WORKERS + 3 + CORES][STACK_WORDS];
    static StaticTask_t tasks[WORKERS + 3 + CORES];
    static unsigned n;
    TaskHandle_t t = xTaskCreateStatic(function, name, STACK_WORDS, (void *)(uintptr_t)who, priority,
                                       stacks[n], &tasks[n]);

    n++;
    if (handle != NULL) {
        *handle = t;
    }
}

static void print_numbers(const char *name, volatile uint32_t *of_cores)
{
    for (unsigned core = 0; core < CORES; core++) {
        print_number(name, core, of_cores[core]);
    }
}

/* However unevenly the host schedules the cores. */
static bool each_has_some(void)
{
    bool some = shorts > 20;

    for (unsigned core = 0; core < CORES; core++) {
        some = some && events[core] > 200 && (core == 0 || timers[core] > TIMERS);
    }
    return some;
}

static void judge(void *unused)
{
    char name[] = "worker0";

    (void)unused;
    for (unsigned core = 0; core < CORES; core++) {
        start(first, "first", 0, 2, NULL);
    }
    for (unsigned core = 0; core < CORES; core++) {
        while (!ran_first[core]) {
            vTaskDelay(1);
        }
    }
    switched = true;
    print_numbers("switches_before_on_", standin_switched);
    trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    print_numbers("switches_on_", standin_switches);
    start(consumer, "consumer", 10, 4, &consumer_task);
    for (unsigned n = 0; n < WORKERS; n++, name[6]++) {
        start(worker, name, n, 2, NULL);
    }
    start(maker, "maker", 0, 3, NULL);
    for (unsigned core = 1; core < CORES; core++) {
        ((volatile uint64_t *)0x02004000u)[core] = 0;
    }
    while (works < WORKS || !each_has_some()) {
        vTaskDelay(5);
    }
    stop = true;
    while (stopped != WORKERS + 2 || timers_ended != CORES - 1) {
        vTaskDelay(1);
    }
    vTaskDelay(5);
    print_numbers("switches_off_", standin_switched);
    trace_stream_stop();
    print_numbers("switches_after_off_", standin_switches);
    print_numbers("events_", events);
    print_numbers("timers_", timers);
    print_number("works", 0, works);
    print_number("shorts", 0, shorts);
    spoor_shell_line("trace_points -s", out);
    spoor_shell_line("trace_blocks -s", out);
    standin_semihost(0x18, (const void *)0x20026); /* SYS_EXIT, ADP_Stopped_ApplicationExit */
}

int main(void)
{
    const char *error = spoor_init(spoor_link_uart);

    out("spoor: ", 7);
    out(error != NULL ? error : "ok", error != NULL ? strlen(error) : 2);
    out("\n", 1);
    start(judge, "judge", 0, 5, NULL);
    vTaskStartScheduler();
    return 0;
}
