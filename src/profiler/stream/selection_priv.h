/* SPDX-License-Identifier: BSD-2-Clause */
/* The packet that describes what is excluded from the recording. */
#ifndef SELECTION_PRIV_H
#define SELECTION_PRIV_H

#include <spoor/core/encode.h>

/**
 * Send the current selection if it changed since it was last sent, and repeat this if it changes meanwhile.
 *
 * @param again  send it even if unchanged, unless nothing was ever excluded
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
