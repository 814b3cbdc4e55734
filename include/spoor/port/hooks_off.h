/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces hooks.h if CONFIG_TRACE is 0: threads have no state, and all calls do nothing. */
#ifndef SPOOR_PORT_HOOKS_OFF_H
#define SPOOR_PORT_HOOKS_OFF_H

#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/core/context_off.h>
#include <spoor/port/hooks_events_off.h>

SPOOR_EXTERN_CXX struct trace_thread {
    char none[0]; /**< in C++ an empty structure would have a size */
};

/** The result of trace_hook_switch(). */
static inline uint32_t trace_cycles_off(uint32_t begin_cycles)
{
    return begin_cycles;
}

#define trace_hook_cpu(cpu, t)                   ((void)(t))
#define trace_hook_cpu_starts()                  ((void)0)
#define trace_thread_init(t)                     ((void)(t))
#define trace_thread_end(t)                      ((void)(t))
#define trace_context_init(c)                    ((void)(c))
#define trace_hook_switch(out, in, begin_cycles) ((void)(out), (void)(in), trace_cycles_off(begin_cycles))
#define trace_hook_irq_begin(own)                ((void)(own))
#define trace_hook_irq_end(own)                  ((void)(own))
#define trace_hook_irq_enter(own, line)          ((void)(own), (void)(line))
#define trace_hook_irq_exit(own)                 ((void)(own))

#endif
