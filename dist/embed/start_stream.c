/* SPDX-License-Identifier: BSD-2-Clause */
/* Start the rings and the drain. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/cost.h>
#include <spoor/port/hooks.h>
#include <spoor/core/ids.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include "spoor_port.h"

#define TOO_MANY "CONFIG_TRACE_IDS is too small by "
static char too_many[] = TOO_MANY "0000";

static const char *beyond(unsigned n)
{
    char *last = &too_many[sizeof TOO_MANY - 1 + 3];

    for (unsigned digits = 0; digits < 4; digits++, n /= 10) {
        *last-- = (char)('0' + n % 10);
    }
    return too_many;
}

const char *spoor_stream_start(spoor_send send)
{
    if (send == NULL) {
        return "spoor_init() needs a link: pass one of links/";
    }
    spoor_tick();
    trace_hook_boot();
#if CONFIG_TRACE_COSTS
    (void)trace_record_costs();
#endif
    trace_drain_begin(send);
#if CONFIG_TRACE_RAW
    trace_session_set_raw(true);
#endif
    if (trace_ticks_are_too_rare()) {
        return "ticks are more than 2^20 cycles apart: set CONFIG_TRACE_RARE_TICKS 1 in spoor_user.h";
    }
    return trace_events_beyond() != 0 ? beyond(trace_events_beyond()) : NULL;
}

const char *spoor_port_board_name(void)
{
    return SPOOR_BOARD_NAME;
}

const char *spoor_port_link_name(void)
{
    return SPOOR_LINK_NAME;
}

void spoor_drain(void)
{
    if (CONFIG_TRACE_STREAM) {
        trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    }
    trace_drain_run();
}

bool spoor_poll(void)
{
    spoor_tick();
    return trace_drain_poll();
}

#endif
