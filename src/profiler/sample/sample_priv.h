/* SPDX-License-Identifier: BSD-2-Clause */
/* The interface between sample.c and sample_table.c. */
#ifndef SAMPLE_PRIV_H
#define SAMPLE_PRIV_H

#include <spoor/sample.h>

#if CONFIG_TRACE_SAMPLE_TABLE

/** Count a sample in the table. Context: like trace_sample(). */
void trace_sample_count(const struct trace_sample *s);

#else

static inline void trace_sample_count(const struct trace_sample *s)
{
    (void)s;
}

#endif
#endif
