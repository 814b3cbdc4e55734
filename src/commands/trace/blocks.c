/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_blocks: show timings, and switch blocks on and off. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <spoor/trace.h>
#include <spoor/shell/options.h>
#include "command_priv.h"

static unsigned size(void)
{
    return SPOOR_ARRAY_SPREAD_SIZE(trace_blocks);
}

static struct trace_block *block(unsigned id)
{
    return &trace_blocks[id];
}

static const char *name(unsigned id)
{
    const struct trace_block_desc *d = trace_block_desc(block(id));

    return d != NULL ? d->name : trace_number_name(id);
}

static const char *described(unsigned n)
{
#if CONFIG_TRACE_NAMES
    return n < SPOOR_ARRAY_SPREAD_SIZE(trace_block_descs) ? trace_block_descs[n].name : NULL;
#else
    (void)n;
    return NULL;
#endif
}

static const struct spoor_location_func *location(unsigned id)
{
    const struct trace_block_desc *d = trace_block_desc(block(id));

    return d != NULL ? &d->location : NULL;
}

static void read_row(unsigned id, struct trace_row *row)
{
    row->id = id;
    row->on = trace_block_is_on(block(id));
    trace_block_get_stats(block(id), &row->stats);
}

static void enable(unsigned id, bool on)
{
    trace_block_enable(block(id), on);
}

static void reset(unsigned id)
{
    trace_block_reset(block(id));
}

static const struct trace_kind kind = {
    .command = "trace_blocks",
    .one = "block",
    .many = "blocks",
    .timed = true,
    .size = size,
    .name = name,
    .described = described,
    .location = location,
    .read = read_row,
    .enable = enable,
    .reset = reset,
    .block = block,
};

static int trace_blocks_command(int argc, char **argv)
{
    return trace_command_run(&kind, argc, argv);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return trace_command_complete(&kind, words, n);
}

SPOOR_SHELL_COMMAND("trace_blocks", "show and switch timings", SPOOR_SHELL_OPTIONS_USAGE,
                    trace_blocks_command, complete);

#endif
