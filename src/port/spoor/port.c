/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's port to this kernel, except for its inline functions. Other files have the rest:
 * src/services/trace_daemon.c the functions for the drain and spoor_port_link_name(), because the thread that
 * waits is there; src/libc/levels.c spoor_port_tell_levels(); src/kernel/thread_states.c
 * spoor_port_tell_states().
 */
#if CONFIG_TRACE

#include <drivers/board.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/port/port.h>

SPOOR_PORT_PRIORITY_RANGE(THREAD_PRIORITY_MIN - 1, THREAD_PRIORITY_MAX);

uint32_t spoor_port_cycles_hz(void)
{
    return clock_hz();
}

uint32_t spoor_port_tick_hz(void)
{
    return CONFIG_TICK_HZ;
}

const char *spoor_port_board_name(void)
{
    return board.name;
}

bool spoor_port_thread(unsigned n, struct spoor_port_thread *t)
{
    struct thread_info info;

    if (thread_get_brief(n, &info) != 0) {
        return false;
    }
    *t = (struct spoor_port_thread){.number = info.id,
                                    .priority = info.base_priority,
                                    .name = info.name,
                                    .idle = info.base_priority < THREAD_PRIORITY_MIN,
                                    .context = &info.thread->trace.context};
    return true;
}

bool spoor_port_name(unsigned n, struct spoor_port_name *name)
{
    struct irq_info info;

    if (irq_get_info(n, &info) != 0) {
        return false;
    }
    *name = (struct spoor_port_name){.kind = SPOOR_WIRE_NAMED_IRQ, .key = info.line, .name = info.name};
    return true;
}

#endif
