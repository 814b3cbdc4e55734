/* SPDX-License-Identifier: BSD-2-Clause */
/* When samples are due, and how late they came. */
#include <profiler/sample.h>

void trace_sample_times_begin(struct trace_sample_times *t, uint32_t seed)
{
    *t = (struct trace_sample_times){.random = seed, .least = UINT32_MAX};
}

/* Numerical Recipes' generator; its high bits are the random ones. */
uint32_t trace_sample_interval(struct trace_sample_times *t, uint32_t mean_cycles)
{
    t->random = t->random * 1664525u + 1013904223u;
    return mean_cycles / 2 + (uint32_t)((uint64_t)(t->random >> 8) * mean_cycles >> 24);
}

uint32_t trace_sample_lateness(struct trace_sample_times *t, uint32_t now, uint32_t from)
{
    uint32_t after = now - t->due;

    if (after > UINT32_MAX / 2) {
        after = 0; /* the timer's first tick was shorter */
    }
    if (after < t->least) {
        t->least = after;
    }
    return after - t->least > from ? after - t->least : 0;
}
