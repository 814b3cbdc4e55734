/* SPDX-License-Identifier: BSD-2-Clause */
/* Defines the events listed in include/spoor/port/kernel_events.h. Add new events there. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/port/kernel_events.h>

#define DEFINE(name, role, service, ...)                                                                     \
    TRACE_EVENT_DEF_GLOBAL(name, SPOOR_WIRE_ROLE_##role, service, ##__VA_ARGS__);
TRACE_KERNEL_EVENTS(DEFINE)

#endif
