/* SPDX-License-Identifier: BSD-2-Clause */
/* What a streaming session needs from a system: a board without threads and named objects. */
#include <spoor/cost.h>
#include <spoor/named.h>
#include <spoor/port/hooks.h>
#include <spoor/port/port.h>
#include <spoor/util/build_id.h>

void spoor_port_wake_drain(void)
{
}

void spoor_port_tell_levels(void)
{
}

const char *spoor_port_board_name(void)
{
    return "board";
}

bool spoor_port_thread(unsigned n, struct spoor_port_thread *t)
{
    (void)n;
    (void)t;
    return false;
}

uint32_t trace_thread_last(void)
{
    return 0;
}

uint32_t trace_threads_renamed(void)
{
    return 0;
}

const void *trace_named(unsigned n, const char **name, uint32_t *maker)
{
    (void)n;
    (void)name;
    (void)maker;
    return NULL;
}

bool spoor_port_name(unsigned n, struct spoor_port_name *name)
{
    (void)n;
    (void)name;
    return false;
}

const uint8_t *spoor_build_id(unsigned *length)
{
    *length = 4;
    return (const uint8_t *)"abcd";
}

const uint32_t *trace_record_costs(void)
{
    static const uint32_t costs[TRACE_RECORD_COSTS];

    return costs;
}
