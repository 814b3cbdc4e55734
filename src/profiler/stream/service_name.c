/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of services, for who shows them. */
#include <profiler/service.h>

#if CONFIG_TRACE_EVENTS

const char *trace_service_name(uint32_t bit)
{
    static const char *const names[] = {"switch", "irq",   "tick",  "ipc",    "ipc_short", "sync",
                                        "thread", "timer", "fault", "memory", "function",  "user"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (bit == 1u << i) {
            return names[i];
        }
    }
    return NULL;
}

#endif
