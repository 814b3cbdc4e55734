/* SPDX-License-Identifier: BSD-2-Clause */
/* The beginning of a packet. An open packet of dense records is sent before. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include "packet_priv.h"

SMALL void trace_encode_begin(struct trace_encoder *e, enum spoor_wire_type type)
{
    trace_encode_flush(e);
    spoor_packet_begin(e, type);
    if (type == SPOOR_WIRE_HEADER) {
        trace_encode_u32(e, CONFIG_TRACE_DENSE ? SPOOR_WIRE_VERSION_DENSE : SPOOR_WIRE_VERSION);
        trace_encode_restart(e);
    }
    trace_encode_u32(e, e->recording);
}

#endif
