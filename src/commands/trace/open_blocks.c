/* SPDX-License-Identifier: BSD-2-Clause */
/* --open of trace_blocks: the blocks that threads have entered and not left yet. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_SUMMARIES

#include <errno.h>
#include <spoor/open.h>
#include <spoor/shell/table.h>
#include <spoor/util/format.h>
#include "command_priv.h"

#if TRACE_OPEN_LISTED

static void print_row(const struct trace_kind *k, struct spoor_table *t, const struct trace_open_block *o)
{
    char text[SPOOR_FORMAT_TIME_BYTES];
    unsigned id = (unsigned)(o->block - trace_blocks);

    spoor_table_text(t, o->thread);
    spoor_table_number(t, id);
    spoor_table_text(t, k->name(id));
    spoor_table_text(t, o->wall_ns != UINT64_MAX ? spoor_format_time_ns(text, o->wall_ns) : "-");
    trace_place_cell(t, k->location(id));
}

void trace_show_open(const struct trace_kind *k, char **words, int n)
{
    static const char columns[] = "<Thread\0>ID\0<Name\0>Since\0<Place";
    struct trace_open_block o;
    struct spoor_table t;
    int error;

    spoor_table_begin(&t, columns, 5);
    while (spoor_table_pass(&t)) {
        for (unsigned thread = 0, depth = 0; (error = trace_open_get(thread, depth, &o)) != -ESRCH;) {
            if (error != 0) {
                thread++;
                depth = 0;
            } else {
                depth++;
                if (trace_selected(k, words, n, (unsigned)(o.block - trace_blocks))) {
                    print_row(k, &t, &o);
                }
            }
        }
    }
}

#endif
#endif
