/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of the services, for the shell. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include <spoor/service.h>
#include <spoor/util/text.h>

#define WORD(name_, text) TRACE_SERVICE_PREFIX text "\0"

const char *trace_service_word(unsigned n)
{
    return spoor_text_nth(TRACE_SERVICE_LIST(WORD), n);
}

const char *trace_service_name(uint32_t bit)
{
    for (unsigned n = 0; n < TRACE_SERVICE_COUNT; n++) {
        if (bit == 1u << n) {
            return trace_service_word(n) + sizeof TRACE_SERVICE_PREFIX - 1;
        }
    }
    return NULL;
}

#endif
