/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for objects that have no symbol, for example objects on the heap. The host shows the names in fields
 * of format ptr. The stream sends a name within a second, and repeats it with each header. A later name of
 * the same object replaces the earlier one.
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
 * Name an object.
 *
 * @param name  kept by reference; NULL removes the name
 * @return 0, or -ENOSPC if CONFIG_TRACE_NAMED objects have names already
 *
 * Context: any.
 * Cost: a search through the named objects with interrupts masked.
 */
int trace_name(const void *object, const char *name);

/**
 * Name an unnamed object after its kind and the thread that created it. The host shows "queue of main",
 * "queue 2 of main". A name given by trace_name() replaces this one, and takes its entry if the table is
 * full.
 *
 * @param kind  for example "queue"; kept by reference
 * @param maker  the number of the thread, not 0
 * @return like trace_name()
 *
 * Context: any.
 * Cost: like trace_name().
 */
int trace_name_kind(const void *object, const char *kind, uint32_t maker);

/** @return the `n`-th named object, its name and its maker; NULL past the last. Context: any. */
const void *trace_named(unsigned n, const char **name, uint32_t *maker);

/** The name that the program gave itself by trace_init(), kept by reference; NULL if none. Context: any. */
#if CONFIG_TRACE_FUNCTION
extern const char *trace_program;
#endif

#else

#define trace_name(object, name)             ((void)(object), 0)
#define trace_name_kind(object, kind, maker) ((void)(object), 0)

#endif
SPOOR_EXTERN_C_END

#endif
