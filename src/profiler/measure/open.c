/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading the open blocks of other threads, for the shell. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <errno.h>
#include <spoor/open.h>
#include "age_priv.h"
#include "cycles_priv.h"

#if SPOOR_PORT_LISTS_THREADS

/* On another CPU the thread may leave the block, or end, while the entry is copied. */
static bool is_block(const struct trace_block *b)
{
    uintptr_t offset = (uintptr_t)b - (uintptr_t)trace_blocks;

    return offset < SPOOR_ARRAY_SPREAD_SIZE(trace_blocks) * sizeof *b && offset % sizeof *b == 0;
}

static uint64_t wall_ns(const struct trace_open *o)
{
    uint32_t cycles = spoor_port_cycles() - o->begin_cycles;

    if (o->age == TRACE_AGE_BEYOND) {
        return UINT64_MAX;
    }
    return trace_cycles_to_ns((uint64_t)age_wraps(o->age, trace_age(), cycles) << 32 | cycles);
}

int trace_open_get(unsigned t, unsigned n, struct trace_open_block *o)
{
    struct spoor_port_thread thread;
    struct trace_open copy = {.block = NULL};
    uint32_t state = spoor_port_lock();
    bool exists = spoor_port_thread(t, &thread);

    if (exists && thread.context != NULL && n < (unsigned)(thread.context->top - thread.context->open) &&
        n < CONFIG_TRACE_DEPTH) {
        copy = thread.context->open[n];
    }
    spoor_port_unlock(state);
    if (!exists || !is_block(copy.block)) {
        return exists ? -ENOENT : -ESRCH;
    }
    *o = (struct trace_open_block){copy.block, thread.name, wall_ns(&copy)};
    return 0;
}

#endif
#endif
