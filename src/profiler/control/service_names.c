/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of the services, for the shell. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include <spoor/service.h>

#define NAME(name_, text) text,

const char *trace_service_name(uint32_t bit)
{
    static const char *const names[] = {TRACE_SERVICE_LIST(NAME)};

    for (unsigned i = 0; i < TRACE_SERVICE_COUNT; i++) {
        if (bit == 1u << i) {
            return names[i];
        }
    }
    return NULL;
}

#endif
