/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Services, started and stopped by clients. A service runs while any client wants it: one client's stop does
 * not end another's.
 */
#ifndef SPOOR_SERVICE_H
#define SPOOR_SERVICE_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/event.h>

SPOOR_EXTERN_C_BEGIN

struct trace_event;

/**
 * A user of services: the shell, the trace daemon, a test. The object is the caller's, all zero before its
 * first registration; 255 clients at most.
 */
struct trace_client {
    const char *name;
    uint32_t wanted; /**< mask of TRACE_… services */
    struct trace_client *next;
    struct trace_client **link; /**< the pointer to this one; NULL: not registered */
};

/** Register a client, which wants nothing yet. @return 0, or -EEXIST. Context: thread. */
int trace_client_register(struct trace_client *c, const char *name);

/** Remove a client, and its wishes. @return 0, or -ENOENT. Context: thread. */
int trace_client_unregister(struct trace_client *c);

/**
 * Start the services of `mask` for this client. @return 0, -ENOENT for an unknown client. Context: thread.
 */
int trace_service_start(struct trace_client *c, uint32_t mask);

/** Stop those of `mask` for this client. @return 0, -ENOENT for an unknown client. Context: thread. */
int trace_service_stop(struct trace_client *c, uint32_t mask);

/** @return the services that run. Context: any. */
uint32_t trace_services(void);

/** @return the first client, for a walk along `next`. Context: thread. */
const struct trace_client *trace_clients(void);

/** @return the name of the service of one bit, or NULL. Context: any. */
const char *trace_service_name(uint32_t bit);

/** Switch one event on or off, whether or not its service runs. With CONFIG_TRACE_SELECTION. Context: thread.
 */
#if CONFIG_TRACE_SELECTION
void trace_event_enable(struct trace_event *e, bool on);
#endif

/**
 * Record up to `frames` return addresses with each event of this kind, at most 15; 0 for none.
 *
 * @return 0, -EINVAL for more, or -ENOTSUP in an image without unwind tables (CONFIG_TRACE_STACKS)
 *
 * Context: thread.
 */
int trace_event_set_depth(struct trace_event *e, unsigned frames);

SPOOR_EXTERN_C_END

#endif
