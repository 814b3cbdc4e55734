/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace link, for the trace daemon. */
#ifndef SERVICES_TRACE_PRIV_H
#define SERVICES_TRACE_PRIV_H

#include <stddef.h>
#include <stdint.h>

/** Send a whole frame; takes as long as the line does. Context: thread, one at a time. */
void trace_link_send(const uint8_t *frame, size_t n);

#endif
