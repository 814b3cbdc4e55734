/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by sample.c and table.c. */
#ifndef SAMPLE_PRIV_H
#define SAMPLE_PRIV_H

#include <spoor/sample.h>

#if CONFIG_TRACE_SAMPLE_TABLE

/** Count a sample in its row. Context: as trace_sample(). */
void trace_sample_count(const struct trace_sample *s);

#else

static inline void trace_sample_count(const struct trace_sample *s)
{
    (void)s;
}

#endif
#endif
