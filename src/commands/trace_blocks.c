/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_blocks: timings, shown and switched.
 */
#include <shell/shell.h>
#include "trace_command_priv.h"

#if CONFIG_TRACE

static const struct trace_block_desc *desc(unsigned id)
{
    return trace_block_desc(&trace_blocks[id]);
}

static unsigned size(void)
{
    return ARRAY_SPREAD_SIZE(trace_blocks);
}

static const char *name(unsigned id)
{
    return desc(id)->name;
}

static const struct location_func *location(unsigned id)
{
    return &desc(id)->location;
}

static void read_row(unsigned id, struct trace_row *row)
{
    const struct trace_block *b = &trace_blocks[id];

    row->id = id;
    row->on = trace_block_is_on(b);
    trace_block_get_stats(b, &row->stats);
}

static void enable(unsigned id, bool on)
{
    trace_block_enable(&trace_blocks[id], on);
}

static void reset(unsigned id)
{
    trace_block_reset(&trace_blocks[id]);
}

static int run(int argc, char **argv)
{
    static const struct trace_kind kind = {"trace_blocks", "block",  "blocks", true,   size,
                                           name,           location, read_row, enable, reset};

    return trace_command_run(&kind, argc, argv);
}

static const char *complete(unsigned n)
{
    return n < size() ? name(n) : NULL;
}

SHELL_COMMAND("trace_blocks", "show and switch timings", TRACE_COMMAND_USAGE, run, complete);

#endif
