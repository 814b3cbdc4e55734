/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Port to a main loop without a kernel: one thread, "main", and interrupts. The loop must call spoor_poll(),
 * which drains the rings.
 */
#include <spoor/util/list.h>
#include "spoor_port.h"

#ifndef SPOOR_CYCLES_HZ
#error                                                                                                       \
    "define the counter's rate in spoor_user.h, on the include path: #define SPOOR_CYCLES_HZ 48000000u, or an expression; with a kernel, set SPOOR_PORT: this is the port to a main loop"
#endif

#if CONFIG_CPUS > 1
#error "spoor: a main loop has one CPU; CONFIG_CPUS above 1 works on FreeRTOS V11 and on Zephyr"
#endif

#if CONFIG_TRACE

SPOOR_PORT_PRIORITY_RANGE(0, 1);

uint32_t spoor_port_cycles_hz(void)
{
    return SPOOR_CYCLES_HZ;
}

void spoor_port_sleep(uint32_t ms)
{
    uint64_t until = spoor_now_ns() + ms * UINT64_C(1000000);

    while (spoor_now_ns() < until) {
        spoor_tick();
    }
}

#if CONFIG_TRACE_EVENTS

/* The list of threads for tools that read memory images. It has one entry. */
static struct main_thread {
    struct spoor_list node;
    uint32_t number;
    const char *name;
    uint8_t priority;
} main_thread = {.name = "main", .priority = 1};
static struct spoor_list threads = {&main_thread.node, &main_thread.node};

__attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_thread_layout"))))
const struct spoor_wire_threads trace_thread_layout = {
#if UINTPTR_MAX == UINT32_MAX
    .list = (uint32_t)&threads,
    .node = offsetof(struct main_thread, node),
    .number = offsetof(struct main_thread, number),
    .name = offsetof(struct main_thread, name),
    .priority = offsetof(struct main_thread, priority),
#endif
};

const char *spoor_port_start(void)
{
    if (spoor_first[0].number == 0) {
        trace_hook_thread_created(&spoor_first[0], main_thread.priority, NULL, main_thread.name);
        main_thread.number = spoor_first[0].number;
        main_thread.node.next = main_thread.node.prev = &threads;
    }
    if (CONFIG_TRACE_STREAM) {
        trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    }
    return NULL;
}

#if CONFIG_TRACE_STACKS
/* The main loop uses the interrupt stack. */
void spoor_port_stack(const struct trace_thread *t, struct spoor_stack *stack)
{
    (void)t;
    (void)stack;
}
#endif

/*
 * Each iteration of the loop is a tick. A rate of 0 is correct without a timer, but makes each record
 * slightly more expensive.
 */
uint32_t spoor_port_tick_hz(void)
{
    return SPOOR_TICK_HZ;
}

bool spoor_port_thread(unsigned n, struct spoor_port_thread *t)
{
    *t = (struct spoor_port_thread){.number = spoor_first[0].number,
                                    .priority = 1,
                                    .name = "main",
                                    .idle = false,
                                    .context = &spoor_first[0].context};
    return n == 0;
}

void spoor_port_wake_drain(void)
{
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
    (void)ms;
    return false;
}

void spoor_port_wait_for_tick(void)
{
    spoor_tick();
}

void spoor_port_lock_drain(void)
{
}

void spoor_port_unlock_drain(void)
{
}

#else

const char *spoor_port_start(void)
{
    return NULL;
}

#endif
#endif
