/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_points: counters, shown and switched.
 */
#include <shell/shell.h>
#include "trace_command_priv.h"

#if CONFIG_TRACE

static const struct trace_point_desc *desc(unsigned id)
{
    return trace_point_desc(&trace_points[id]);
}

static unsigned size(void)
{
    return ARRAY_SPREAD_SIZE(trace_points);
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
    const struct trace_point *p = &trace_points[id];

    *row = (struct trace_row){.id = id, .on = trace_point_is_on(p), .stats.count = trace_point_get_value(p)};
}

static void enable(unsigned id, bool on)
{
    trace_point_enable(&trace_points[id], on);
}

static void reset(unsigned id)
{
    trace_point_reset(&trace_points[id]);
}

static int run(int argc, char **argv)
{
    static const struct trace_kind kind = {"trace_points", "point",  "points", false,  size,
                                           name,           location, read_row, enable, reset};

    return trace_command_run(&kind, argc, argv);
}

static const char *complete(unsigned n)
{
    return n < size() ? name(n) : NULL;
}

SHELL_COMMAND("trace_points", "show and switch counters", TRACE_COMMAND_USAGE, run, complete);

#endif
