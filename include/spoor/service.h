/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Services are started and stopped by clients. A service runs while at least one client uses it, so stopping
 * it for one client doesn't stop it for another.
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
 * A user of services: the shell, the trace daemon, a test. The caller owns the object, which must be zeroed
 * before its first registration. At most 255 clients can be registered.
 *
 * With CONFIG_TRACE_CLIENTS 0 clients aren't registered, `wanted` stays 0, and each of them starts and stops
 * services for all. One thread at a time may do so.
 */
struct trace_client {
    const char *name;
    uint32_t wanted; /**< mask of the TRACE_… services that it uses */
    struct trace_client *next;
    struct trace_client **link; /**< the pointer that points to this client; NULL: not registered */
};

/**
 * Register a client that uses no service yet.
 *
 * @return 0, or -EEXIST if it is registered already (never with CONFIG_TRACE_CLIENTS 0)
 *
 * Context: thread.
 */
int trace_client_register(struct trace_client *c, const char *name);

/** What answers trace_hello(). */
struct trace_hello {
    uint32_t magic;   /**< TRACE_HELLO_MAGIC */
    uint32_t version; /**< TRACE_HELLO_VERSION of the profiler in the program: of its records and packets */
};

#define TRACE_HELLO_MAGIC   SPOOR_WIRE_SUBBUF_MAGIC
#define TRACE_HELLO_VERSION SPOOR_WIRE_VERSION

/**
 * Ask the profiler for its version, for code that was compiled separately, and register a client.
 *
 * @param c  the client; NULL to register none
 * @return 0, or -EEXIST if the client is registered already; `hello` is filled in either case
 *
 * Context: thread.
 */
int trace_hello(struct trace_hello *hello, struct trace_client *c, const char *name);

/**
 * Unregister a client, and stop its services.
 *
 * @return 0, or -ENOENT if it isn't registered
 *
 * Context: thread.
 */
int trace_client_unregister(struct trace_client *c);

/**
 * Start the services in `mask` for this client.
 *
 * @return 0, or -ENOENT if it isn't registered
 *
 * Context: thread.
 */
int trace_service_start(struct trace_client *c, uint32_t mask);

/**
 * Stop the services in `mask` for this client.
 *
 * @return 0, or -ENOENT if it isn't registered
 *
 * Context: thread.
 */
int trace_service_stop(struct trace_client *c, uint32_t mask);

/** @return the mask of running services. Context: any. */
uint32_t trace_services(void);

/** @return the first client; `next` leads to the others. Context: thread. */
const struct trace_client *trace_clients(void);

/** The prefix of a word of the shell that names a service. */
#define TRACE_SERVICE_PREFIX "service:"

/** @return the name of the `n`-th service after the prefix, or NULL past the last. Context: any. */
const char *trace_service_word(unsigned n);

/** @return the name of the service with this bit, or NULL. Context: any. */
const char *trace_service_name(uint32_t bit);

/**
 * Switch one event on or off. An event that is off isn't recorded even if its service runs. Needs
 * CONFIG_TRACE_SELECTION.
 *
 * Context: thread.
 */
#if CONFIG_TRACE_SELECTION
void trace_event_enable(struct trace_event *e, bool on);
#endif

/**
 * Record up to `frames` return addresses with each event of this type, at most 15; 0 for none.
 *
 * @return 0, -EINVAL if `frames` is above 15, or -ENOTSUP if the image has no unwind tables
 *         (CONFIG_TRACE_STACKS)
 *
 * Context: thread.
 */
int trace_event_set_depth(struct trace_event *e, unsigned frames);

SPOOR_EXTERN_C_END

#endif
