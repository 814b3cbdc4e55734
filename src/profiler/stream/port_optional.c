/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that a port may leave out. */
#include <spoor/port/port.h>

__attribute__((weak)) bool spoor_port_name(unsigned n, struct spoor_port_name *name)
{
    (void)n;
    (void)name;
    return false;
}

__attribute__((weak)) void port_tell_states(void)
{
}

__attribute__((weak)) void port_tell_levels(void)
{
}
