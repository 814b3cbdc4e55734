/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is left out of the recording on purpose: records of some threads and CPUs (filter.h), events that are
 * switched off (service.h), all records while the rings are stopped. The stream tells it in SPOOR_WIRE_FILTER
 * packets, with the times between which it changed, so that a reader takes none of it for something that
 * didn't happen.
 */
#ifndef SPOOR_CORE_SELECTION_H
#define SPOOR_CORE_SELECTION_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** `since` while a change is going on. */
#define TRACE_SELECTION_CHANGES UINT64_MAX

struct trace_selection {
    uint32_t number; /**< counts those that were taken, from 1; 0: nothing was ever left out */
    uint64_t from;   /**< the selection before held up to this time … */
    uint64_t since;  /**< … and the present one holds since then; in cycles */
};

#if CONFIG_TRACE_SELECTION

/** A change begins: call it before it takes effect. Context: any. */
void trace_selection_change(void);

/** A change has taken effect. Context: any. */
void trace_selection_changed(void);

/** Nothing was recorded from a time on until now. Context: any. */
void trace_selection_pause(uint64_t from);

/** Read when the present selection began. @return whether it is another than before. Context: the drain. */
bool trace_selection_take(struct trace_selection *s);

/** @return whether it changed since it was taken. Context: the drain. */
bool trace_selection_is_new(void);

#else

static inline void trace_selection_pause(uint64_t from)
{
    (void)from;
}

#endif

SPOOR_EXTERN_C_END

#endif
