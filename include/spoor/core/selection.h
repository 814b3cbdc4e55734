/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is excluded from the recording on purpose: records of some threads and CPUs (filter.h), events that
 * are switched off (service.h), and all records while the rings are stopped. The stream reports this in
 * SPOOR_WIRE_FILTER packets, with the times between which it changed, so that readers don't conclude that
 * nothing happened.
 */
#ifndef SPOOR_CORE_SELECTION_H
#define SPOOR_CORE_SELECTION_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Value of `since` during a change. */
#define TRACE_SELECTION_CHANGES UINT64_MAX

struct trace_selection {
    uint32_t number; /**< number of the selection, counted from 1 when taken; 0: nothing was ever excluded */
    uint64_t from;   /**< the previous selection was valid until this time, in cycles */
    uint64_t since;  /**< this selection is valid from this time on, in cycles */
};

#if CONFIG_TRACE_SELECTION

/** Start a change. Must be called before the change takes effect. Context: any. */
void trace_selection_change(void);

/** End a change, which has taken effect. Context: any. */
void trace_selection_changed(void);

/** Note that nothing was recorded from a time until now. Context: any. */
void trace_selection_pause(uint64_t from);

/**
 * Get the times of the current selection.
 *
 * @return whether it differs from the last one taken
 *
 * Context: the drain.
 */
bool trace_selection_take(struct trace_selection *s);

/** @return whether the selection has changed since it was taken. Context: the drain. */
bool trace_selection_is_new(void);

#else

static inline void trace_selection_pause(uint64_t from)
{
    (void)from;
}

#endif

SPOOR_EXTERN_C_END

#endif
