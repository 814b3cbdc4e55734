/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link that transports the trace. Each src/services/trace_link_*.c implements one. An image has one
 * link, selected by CONFIG_TRACE_LINK_…; docs/links.md compares them.
 */
#ifndef SERVICES_TRACE_LINK_H
#define SERVICES_TRACE_LINK_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct trace_link {
    const char *name; /**< shown by the shell */
    /** Open the link; may be NULL. @return 0, or a negative errno, which boot reports. Context: boot. */
    int (*open)(void);
    /** Send a whole frame, waiting for the link as needed. Context: thread, one at a time. */
    void (*send)(const uint8_t *frame, size_t bytes);
};

extern const struct trace_link trace_link;

SPOOR_EXTERN_C_END

#endif
