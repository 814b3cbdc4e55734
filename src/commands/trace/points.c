/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_points: show counters, and switch points on and off. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <spoor/trace.h>
#include <spoor/shell/options.h>
#include "command_priv.h"

static unsigned size(void)
{
    return SPOOR_ARRAY_SPREAD_SIZE(trace_points);
}

static struct trace_point *point(unsigned id)
{
    return &trace_points[id];
}

static const char *name(unsigned id)
{
    const struct trace_point_desc *d = trace_point_desc(point(id));

    return d != NULL ? d->name : trace_number_name(id);
}

static const char *described(unsigned n)
{
#if CONFIG_TRACE_NAMES
    return n < SPOOR_ARRAY_SPREAD_SIZE(trace_point_descs) ? trace_point_descs[n].name : NULL;
#else
    (void)n;
    return NULL;
#endif
}

static const struct spoor_location_func *location(unsigned id)
{
    const struct trace_point_desc *d = trace_point_desc(point(id));

    return d != NULL ? &d->location : NULL;
}

static void read_row(unsigned id, struct trace_row *row)
{
    const struct trace_point *p = point(id);

    *row = (struct trace_row){.id = id, .on = trace_point_is_on(p), .stats.count = trace_point_get_value(p)};
}

static void enable(unsigned id, bool on)
{
    trace_point_enable(point(id), on);
}

static void reset(unsigned id)
{
    trace_point_reset(point(id));
}

static const struct trace_kind kind = {
    .command = "trace_points",
    .one = "point",
    .many = "points",
    .size = size,
    .name = name,
    .described = described,
    .location = location,
    .read = read_row,
    .enable = enable,
    .reset = reset,
    .point = point,
};

static int trace_points_command(int argc, char **argv)
{
    return trace_command_run(&kind, argc, argv);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return trace_command_complete(&kind, words, n);
}

SPOOR_SHELL_COMMAND("trace_points", "show and switch counters", SPOOR_SHELL_OPTIONS_USAGE,
                    trace_points_command, complete);

#endif
