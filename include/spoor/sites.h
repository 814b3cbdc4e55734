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

#if CONFIG_TRACE_PATCHED > 1

/**
 * Switch the sites of an object as its word says. Called when the word has changed. The code must be in RAM.
 *
 * Each instruction is exchanged with interrupts masked. A handler that can't be masked must not use the
 * object.
 *
 * @param word  the word that switches the object
 * @param off   its value for off
 *
 * Context: any, privileged. Searches.
 */
void trace_sites_follow(const void *use, const void *const *word, const void *off);

#else

static inline void trace_sites_follow(const void *use, const void *const *word, const void *off)
{
    (void)use;
    (void)word;
    (void)off;
}

#endif

SPOOR_EXTERN_C_END

#endif
