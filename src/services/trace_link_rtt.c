/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link as a ring in RAM that a debug probe reads, compatible with SEGGER's RTT
 * (dist/links/spoor_link_rtt.c).
 */
#if CONFIG_TRACE && CONFIG_TRACE_LINK_RTT && CONFIG_TRACE_EVENTS

#include <services/trace_link.h>
#include <spoor_links.h>

static int rtt_open(void)
{
    spoor_rtt_init();
    return 0;
}

const struct trace_link trace_link = {.name = "rtt", .open = rtt_open, .send = spoor_link_rtt};

#endif
