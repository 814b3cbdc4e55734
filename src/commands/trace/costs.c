/* SPDX-License-Identifier: BSD-2-Clause */
/* -o of trace_points and trace_blocks: measure and print the profiler's own cost. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_COSTS

#include <spoor/cost.h>
#include <spoor/shell/print.h>
#include <spoor/shell/table.h>
#include "command_priv.h"

static void cost_cell(struct spoor_table *t, uint32_t ps)
{
    spoor_table_cell(t, "%lu.%02lu ns", (unsigned long)(ps / 1000), (unsigned long)(ps % 1000 / 10));
}

static void cost_row(struct spoor_table *t, const char *form, const struct trace_cost *c, bool timed)
{
    spoor_table_text(t, form);
    cost_cell(t, c->on_ps);
    cost_cell(t, c->off_ps);
    if (timed) {
        cost_cell(t, c->inside_ps);
    }
}

void trace_show_costs(const struct trace_kind *k)
{
    static const char columns[] = "<Visit\0>On\0>Off\0>Inside";
    const struct trace_costs *c;
    struct spoor_table t;

    trace_costs_measure();
    c = trace_costs();
    spoor_table_begin(&t, columns, k->timed ? 4 : 3);
    while (spoor_table_pass(&t)) {
        if (k->timed) {
            cost_row(&t, "enter and leave", &c->pair, true);
            cost_row(&t, "scope", &c->scope, true);
        } else {
            cost_row(&t, "point", &c->point, false);
        }
    }
    if (k->timed) {
        spoor_printf("Inside is the time of an empty block; -s --less-own subtracts it\n");
    }
}

#endif
