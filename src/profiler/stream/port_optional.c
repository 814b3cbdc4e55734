/* SPDX-License-Identifier: BSD-2-Clause */
/* Default versions of the optional functions of a port. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/port/port.h>

__attribute__((weak)) bool spoor_port_name(unsigned n, struct spoor_port_name *name)
{
    (void)n;
    (void)name;
    return false;
}

__attribute__((weak)) void spoor_port_tell_states(void)
{
}

__attribute__((weak)) void spoor_port_tell_levels(void)
{
}

__attribute__((weak)) uintptr_t spoor_port_stack_low(void)
{
    return 0;
}

__attribute__((weak)) bool spoor_port_outgoing(struct spoor_frame *f)
{
    (void)f;
    return false;
}

__attribute__((weak)) bool spoor_port_interrupted(struct spoor_frame *f)
{
    (void)f;
    return false;
}

__attribute__((weak)) bool spoor_port_stack_unused(uint32_t number, uint32_t *bytes)
{
    (void)number;
    (void)bytes;
    return false;
}

#endif
