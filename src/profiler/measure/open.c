/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading the open blocks of other threads, for the shell. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <errno.h>
#include <spoor/open.h>
#include "age_priv.h"
#include "block_priv.h"
#include "cycles_priv.h"

#if SPOOR_PORT_LISTS_THREADS

/* On another CPU the thread may leave the block, or end, while the entry is copied. So `mode` may be any
 * word. */
static struct trace_block *block_of(uintptr_t mode)
{
    spoor_array_spread_foreach_ptr(b, trace_blocks)
    {
        if (trace_block_has(b, mode)) {
            return b;
        }
    }
    return NULL;
}

/* @return the block of the `n`-th entry of an open block, which is copied; NULL without one */
static struct trace_block *copy_nth(const struct trace_context *c, unsigned n, struct trace_open *copy)
{
    unsigned entries = (unsigned)(c->top - c->open);

    for (unsigned i = 0; i < entries && i < CONFIG_TRACE_DEPTH; i++) {
        *copy = c->open[i];
        struct trace_block *b = block_of(copy->mode);

        if (b != NULL && n-- == 0) {
            return b;
        }
    }
    return NULL;
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
    struct trace_open copy;
    struct trace_block *b = NULL;
    uint32_t state = spoor_port_lock();
    bool exists = spoor_port_thread(t, &thread);

    if (exists && thread.context != NULL) {
        b = copy_nth(thread.context, n, &copy);
    }
    spoor_port_unlock(state);
    if (b == NULL) {
        return exists ? -ENOENT : -ESRCH;
    }
    *o = (struct trace_open_block){b, thread.name, wall_ns(&copy)};
    return 0;
}

#endif
#endif
