/* SPDX-License-Identifier: BSD-2-Clause */
/* The packet of what is left out of the recording. */
#ifndef SELECTION_PRIV_H
#define SELECTION_PRIV_H

#include <spoor/core/encode.h>

/**
 * Send what is left out, if it changed since it was sent last; once more when it changes meanwhile.
 *
 * @param again  send it unchanged, too, unless nothing was ever left out
 *
 * Context: the drain.
 */
#if CONFIG_TRACE_SELECTION
void spoor_send_selection(struct trace_encoder *e, bool again);
#else
static inline void spoor_send_selection(struct trace_encoder *e, bool again)
{
    (void)e;
    (void)again;
}
#endif

#endif
