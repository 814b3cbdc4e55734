/* SPDX-License-Identifier: BSD-2-Clause */
/* -o of trace_points and trace_blocks: the profiler's own cost. */
#include <stdio.h>
#include <profiler/cost.h>
#include <shell/table.h>
#include "command_priv.h"

static void cost_cell(struct table *t, uint32_t ps)
{
    table_cell(t, "%lu.%02lu ns", (unsigned long)(ps / 1000), (unsigned long)(ps % 1000 / 10));
}

static void cost_row(struct table *t, const char *form, const struct trace_cost *c, bool timed)
{
    table_cell(t, "%s", form);
    cost_cell(t, c->on_ps);
    cost_cell(t, c->off_ps);
    if (timed) {
        cost_cell(t, c->inside_ps);
    }
}

void trace_show_costs(const struct trace_kind *k)
{
    static const struct table_column columns[] = {
        {"Visit", TABLE_LEFT}, {"On", TABLE_RIGHT}, {"Off", TABLE_RIGHT}, {"Inside", TABLE_RIGHT}};
    const struct trace_costs *c;
    struct table t;

    trace_costs_measure();
    c = trace_costs();
    table_begin(&t, columns, k->timed ? 4 : 3);
    while (table_pass(&t)) {
        if (k->timed) {
            cost_row(&t, "enter and leave", &c->pair, true);
            cost_row(&t, "scope", &c->scope, true);
        } else {
            cost_row(&t, "point", &c->point, false);
        }
    }
    if (k->timed) {
        printf("Inside is what an empty block shows; -s --less-own leaves it out\n");
    }
}
