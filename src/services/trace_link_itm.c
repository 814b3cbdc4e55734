/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace link over the ITM and the SWO pin (dist/links/spoor_link_itm.c). */
#if CONFIG_TRACE && CONFIG_TRACE_LINK_ITM && CONFIG_TRACE_EVENTS

#include <services/trace_link.h>
#include <spoor_links.h>

const struct trace_link trace_link = {.name = "itm", .send = spoor_link_itm};

#endif
