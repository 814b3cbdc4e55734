/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of the threads port that aren't inline. */
#include <spoor/port/port.h>

_Thread_local struct trace_context port_thread_context;
_Thread_local unsigned port_thread_cpu;
_Thread_local uint32_t port_thread_locks;

void port_thread_begin(unsigned cpu)
{
    port_thread_cpu = cpu;
    port_thread_locks = 0;
    trace_context_init(&port_thread_context);
}

uint32_t spoor_port_cycles_hz(void)
{
    return 1000000000;
}
