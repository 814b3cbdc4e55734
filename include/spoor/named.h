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

/** @return the `n`-th named object and its name, or NULL past the last. Context: any. */
const void *trace_named(unsigned n, const char **name);

#else

#define trace_name(object, name) ((void)(object), 0)

#endif
SPOOR_EXTERN_C_END

#endif
