/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * coverage: show how many points, blocks and functions were reached since boot or their reset, and list the
 * others. Functions need CONFIG_TRACE_FUNCTION_NAMES and the table of functions.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_SUMMARIES

#include <spoor/function.h>
#include <spoor/shell/print.h>
#include <spoor/util/format.h>
#include "command_priv.h"

#define FUNCTIONS (CONFIG_TRACE_FUNCTION_NAMES && CONFIG_TRACE_FUNCTION_TABLE)

/* A point, a block or a function. */
struct item {
    const char *one;
    unsigned id; /* of a function, its address */
    bool reached, on;
    const char *name;                           /* NULL if it isn't on the target */
    const struct spoor_location_func *location; /* the same */
};

static const char function_kind[] = "function";

static unsigned point_count(void)
{
    return SPOOR_ARRAY_SPREAD_SIZE(trace_points);
}

static unsigned block_end(void)
{
    return point_count() + SPOOR_ARRAY_SPREAD_SIZE(trace_blocks);
}

static struct item point_item(unsigned id)
{
    const struct trace_point *p = &trace_points[id];
    const struct trace_point_desc *d = trace_point_desc(p);

    return (struct item){"point",
                         id,
                         trace_point_get_value(p) != 0,
                         trace_point_is_on(p),
                         d != NULL ? d->name : NULL,
                         d != NULL ? &d->location : NULL};
}

/* A block that was left without being entered was reached as well. */
static struct item block_item(unsigned id)
{
    const struct trace_block *b = &trace_blocks[id];
    const struct trace_block_desc *d = trace_block_desc(b);
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return (struct item){"block",
                         id,
                         s.count != 0 || s.too_long != 0 || s.unmatched_leave != 0 || s.unmatched_enter != 0,
                         trace_block_is_on(b),
                         d != NULL ? d->name : NULL,
                         d != NULL ? &d->location : NULL};
}

#if FUNCTIONS

static unsigned item_count(void)
{
    unsigned n = block_end();

    for (unsigned f = 0; trace_function_nth(f) != 0; f++) {
        n++;
    }
    return n;
}

static struct item function_item(unsigned n)
{
    uint32_t fn = trace_function_nth(n);
    struct trace_function f;

    return (struct item){function_kind,
                         fn & ~1u,
                         trace_function_table_find(fn, &f) == 0,
                         trace_function_table_runs(),
                         trace_function_name(fn),
                         NULL};
}

#else

static unsigned item_count(void)
{
    return block_end();
}

static struct item function_item(unsigned n)
{
    (void)n;
    return (struct item){function_kind, 0, false, false, NULL, NULL};
}

#endif

/* First the points, then the blocks and the functions. */
static struct item item(unsigned n)
{
    return n < point_count() ? point_item(n)
           : n < block_end() ? block_item(n - point_count())
                             : function_item(n - block_end());
}

static void print_sum(const char *many, unsigned begin, unsigned end)
{
    char share[SPOOR_FORMAT_SHARE_BYTES];
    unsigned reached = 0;

    for (unsigned n = begin; n < end; n++) {
        reached += item(n).reached;
    }
    spoor_printf("%s: %u of %u reached", many, reached, end - begin);
    if (end != begin) {
        spoor_printf(", %s %%", spoor_format_share(share, reached, end - begin));
    }
    spoor_printf("\n");
}

/* Functions that aren't in the full table may have been reached. */
static void print_missing(void)
{
#if FUNCTIONS
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    if (l.full != 0 || l.too_deep != 0) {
        spoor_printf("functions: %lu visits are missing; see trace_functions\n",
                     (unsigned long)(l.full + l.too_deep));
    }
#endif
}

static void print_row(struct spoor_table *t, const struct item *i)
{
    spoor_table_text(t, i->one);
    if (i->one == function_kind) {
        spoor_table_cell(t, "0x%08lx", (unsigned long)i->id);
        spoor_table_text(t, i->name != NULL ? i->name : "-");
        spoor_table_text(t, i->on ? "yes" : "no");
        spoor_table_text(t, "-");
        return;
    }
    spoor_table_number(t, i->id);
    spoor_table_text(t, i->name != NULL ? i->name : trace_number_name(i->id));
    spoor_table_text(t, i->on ? "yes" : "no");
    trace_place_cell(t, i->location);
}

static int coverage_command(int argc, char **argv)
{
    static const char columns[] = "<Never\0>ID\0<Name\0<Act\0<Place";
    unsigned unreached = 0;
    struct spoor_table t;

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    print_sum("points", 0, point_count());
    print_sum("blocks", point_count(), block_end());
    if (item_count() != block_end()) {
        print_sum("functions", block_end(), item_count());
        print_missing();
    }
    for (unsigned n = 0; n < item_count(); n++) {
        unreached += !item(n).reached;
    }
    if (unreached == 0) {
        return 0;
    }
    spoor_table_begin(&t, columns, 5);
    while (spoor_table_pass(&t)) {
        for (unsigned n = 0; n < item_count(); n++) {
            struct item i = item(n);

            if (!i.reached) {
                print_row(&t, &i);
            }
        }
    }
    return 0;
}

SPOOR_SHELL_COMMAND("coverage", "show which points, blocks and functions were never reached", "",
                    coverage_command, NULL);

#endif
