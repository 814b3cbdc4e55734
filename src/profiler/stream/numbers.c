/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers in packets. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include "packet_priv.h"

/* For each record or, if they aren't encoded, seldom. */
#if CONFIG_TRACE_ENCODED
#define USUAL
#else
#define USUAL SMALL
#endif

USUAL uint8_t *spoor_packet_put_number64(uint8_t *at, uint64_t n)
{
    for (; n > UINT32_MAX; n >>= 7) {
        *at++ = (uint8_t)(n | 0x80);
    }
    return put_number(at, (uint32_t)n);
}

SMALL uint64_t spoor_packet_ticks(const struct trace_encoder *e, uint64_t cycles)
{
    return cycles >> e->shift;
}

SMALL void trace_encode_time(struct trace_encoder *e, uint64_t cycles)
{
    trace_encode_number(e, spoor_packet_ticks(e, cycles));
}

SMALL void trace_encode_u32(struct trace_encoder *e, uint32_t n)
{
    trace_encode_number(e, n);
}

SMALL void trace_encode_list(struct trace_encoder *e, const uint32_t *numbers, unsigned n)
{
    while (n-- != 0) {
        trace_encode_u32(e, *numbers++);
    }
}

SMALL void trace_encode_number(struct trace_encoder *e, uint64_t n)
{
    e->used = (unsigned)(spoor_packet_put_number64(e->frame + e->used, n) - e->frame);
}

#endif
