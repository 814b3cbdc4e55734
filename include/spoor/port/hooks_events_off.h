/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces parts of hooks.h if CONFIG_TRACE_EVENTS is 0: nothing is recorded, and threads have no numbers. */
#ifndef SPOOR_PORT_HOOKS_EVENTS_OFF_H
#define SPOOR_PORT_HOOKS_EVENTS_OFF_H

#include <spoor/config.h>

#define trace_hook_thread_created(t, priority, entry, name) ((void)(t))
#define trace_hook_thread_named(t, priority, name)          ((void)(t))
#define trace_hook_thread_ended(t, code)                    ((void)(t), (void)(code))
#define trace_thread_number(t)                              ((void)(t), UINT32_C(0))
#define trace_thread_leaves(t, why)                         ((void)(t), (void)(why))
#define trace_hook_wants_wake()                             false
#define trace_record_switch(out, in)                        ((void)0)
#if CONFIG_TRACE
#define trace_hook_boot() trace_age_begin()
#define trace_hook_tick() trace_age_upkeep()
#define trace_hook_woke() trace_age_upkeep()
#else
#define trace_hook_boot() ((void)0)
#define trace_hook_tick() ((void)0)
#define trace_hook_woke() ((void)0)
#endif

#endif
