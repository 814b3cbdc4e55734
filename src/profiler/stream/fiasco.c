/* SPDX-License-Identifier: BSD-2-Clause */
/* Function tracing with the calls of Fiasco's tracing: the program is one client. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_FUNCTION

#include <errno.h>
#include <spoor/fiasco.h>
#include <spoor/named.h>
#include <spoor/service.h>
#include <spoor/stream.h>
#include <spoor/port/port.h>
#include <spoor/core/ring.h>

static struct trace_client client;
static uint32_t client_services;

int trace_init(unsigned flags, const char *ident)
{
    if ((flags & ~(unsigned)(TRACE_NO_SERVER | TRACE_ALLOW_SERVERFAIL)) != 0) {
        return -EINVAL;
    }
    int result = trace_client_register(&client, ident);

    if (result == 0) {
        __atomic_store_n(&trace_program, ident, __ATOMIC_RELAXED);
        client_services = TRACE_FUNCTION;
        if (!(flags & TRACE_NO_SERVER)) {
            client_services |= TRACE_THREAD | TRACE_SWITCH | TRACE_IRQ | TRACE_IPC | TRACE_FAULT;
        }
    }
    return result;
}

int trace_start(void)
{
    return trace_service_start(&client, client_services);
}

int trace_stop(void)
{
    return trace_service_stop(&client, client_services);
}

int trace_flush(void)
{
    if (client.name == NULL) {
        return -ENOENT;
    }
    if (!spoor_in_isr()) {
        trace_stream_flush();
        return 0;
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_ring_want_close(cpu);
    }
    return 0;
}

int trace_done(void)
{
    int result = trace_client_unregister(&client);

    (void)trace_flush();
    client.name = NULL;
    return result;
}

#endif
