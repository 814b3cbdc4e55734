/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces event.h if CONFIG_TRACE_EVENTS is 0: macros expand to nothing and evaluate no argument. */
#ifndef SPOOR_EVENT_OFF_H
#define SPOOR_EVENT_OFF_H

#include <spoor/util/language.h>
#include <spoor/util/unused.h>

#define TRACE_EVENTS_NOTHING_DEFINED                    SPOOR_STATIC_ASSERT(1, "events are off")
#define TRACE_EVENT_DEF(var, service, ...)              TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_EVENT_DEF_ROLE(var, role, service, ...)   TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_EVENT_DEF_GLOBAL(var, role, service, ...) TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_EVENT_DECLARE(var, words)                 TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_RANGE_DEF(var, service)                   TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_COUNTER_DEF(var, service)                 TRACE_EVENTS_NOTHING_DEFINED
#define TRACE_DATA_DEF(var, service, field)             TRACE_EVENTS_NOTHING_DEFINED
#define trace_event(var, ...)                           SPOOR_UNUSED(0, ##__VA_ARGS__)
#define trace_event_is_on(var)                          false
#define trace_range_begin(var)                          ((void)0)
#define trace_range_end(var)                            ((void)0)
#define trace_counter(var, n)                           SPOOR_UNUSED(0, n)
#define trace_data(var, data, bytes)                    SPOOR_UNUSED(0, data, bytes)

#endif
