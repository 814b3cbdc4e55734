/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sites of a point, a block or an event: how `spoor switch`, or the program itself, left the instructions
 * that use it. With CONFIG_TRACE_PATCHED 0 there are none.
 */
#ifndef SPOOR_SITES_H
#define SPOOR_SITES_H

#include <stdbool.h>
#include <spoor/config.h>
#include <spoor/core/site.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

enum trace_sites {
    TRACE_SITES_NONE, /**< it has no sites, or their records aren't in flash */
    TRACE_SITES_OFF,
    TRACE_SITES_PART, /**< some are on */
    TRACE_SITES_ON,
};

#if TRACE_SITES_LOADED

/**
 * Read the instructions of all sites of an object.
 *
 * @param use  a point, a block or an event
 *
 * Context: any. Searches.
 */
enum trace_sites trace_sites_of(const void *use);

#else

static inline enum trace_sites trace_sites_of(const void *use)
{
    (void)use;
    return TRACE_SITES_NONE;
}

#endif

SPOOR_EXTERN_C_END

#endif
