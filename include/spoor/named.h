/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of objects that no symbol names, as those on the heap: fields of format ptr show them. The stream
 * tells them within a second and with each header; a later name of the same object replaces the earlier.
 *
 *     trace_name(&connection->lock, "connection");
 */
#ifndef SPOOR_NAMED_H
#define SPOOR_NAMED_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE_EVENTS

/**
 * Name an object. @param name  kept by reference; NULL: forget the object
 *
 * @return 0, or -ENOSPC when CONFIG_TRACE_NAMED objects have names
 *
 * Context: any. Cost: a walk over the named objects, interrupts masked.
 */
int trace_name(const void *object, const char *name);

/**
 * Name an object that has no name by its kind and the thread that made it: the host shows "queue of main",
 * "queue 2 of main". A name replaces it, and takes its place when all places are taken.
 *
 * @param kind  "queue"; kept by reference
 * @param maker  the thread's number, not 0
 *
 * Result, context and cost as of trace_name().
 */
int trace_name_kind(const void *object, const char *kind, uint32_t maker);

/** @return the `n`-th named object, its name and its maker, or NULL past the last. Context: any. */
const void *trace_named(unsigned n, const char **name, uint32_t *maker);

#else

#define trace_name(object, name)             ((void)(object), 0)
#define trace_name_kind(object, kind, maker) ((void)(object), 0)

#endif
SPOOR_EXTERN_C_END

#endif
