/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace link as a ring in RAM that a debug probe reads, as SEGGER's RTT (dist/links/spoor_link_rtt.c). */
#include <services/trace_link.h>
#include <spoor_links.h>

const struct trace_link trace_link = {.name = "rtt", .send = spoor_link_rtt};
