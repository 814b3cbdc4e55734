/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of the tables of points and blocks, which are the keys of --sort, too. A new one is a line
 * here. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <stddef.h>
#include <string.h>
#include <spoor/shell/table.h>
#include "command_priv.h"

#define AT(member) offsetof(struct trace_block_stats, member)
#define ALL        (TRACE_OF_POINTS | TRACE_OF_BLOCKS | TRACE_OF_NET)
#define EVERY_TIME (TRACE_OF_BLOCKS | TRACE_OF_NET)
#if CONFIG_TRACE_NET
#define WALL TRACE_OF_BLOCKS
#else
#define WALL EVERY_TIME
#endif

const struct trace_column trace_columns[] = {
    {"ID", "id", TRACE_CELL_ID, 0, ALL},
    {"Name", "name", TRACE_CELL_NAME, 0, ALL},
    {"Act", NULL, TRACE_CELL_ON, 0, ALL},
    {"Count", "count", TRACE_CELL_COUNT, AT(count), ALL},
    {"Last", "last", TRACE_CELL_TIME, AT(last_ns), WALL},
    {"Min", "min", TRACE_CELL_TIME, AT(min_ns), WALL},
    {"Max", "max", TRACE_CELL_TIME, AT(max_ns), WALL},
    {"Avg", "avg", TRACE_CELL_TIME, AT(avg_ns), WALL},
    {"Total", "total", TRACE_CELL_TIME, AT(sum_ns), 0},
#if CONFIG_TRACE_NET
    {"NetMin", "netmin", TRACE_CELL_TIME, AT(net_min_ns), TRACE_OF_NET},
    {"NetMax", "netmax", TRACE_CELL_TIME, AT(net_max_ns), TRACE_OF_NET},
    {"NetAvg", "netavg", TRACE_CELL_TIME, AT(net_avg_ns), EVERY_TIME},
    {"NetTotal", "nettotal", TRACE_CELL_TIME, AT(net_sum_ns), 0},
    {"SelfAvg", "selfavg", TRACE_CELL_TIME, AT(self_avg_ns), EVERY_TIME},
    {"SelfTotal", "selftotal", TRACE_CELL_TIME, AT(self_sum_ns), TRACE_OF_NET},
    {"NetLast", "netlast", TRACE_CELL_TIME, AT(net_last_ns), TRACE_OF_NET},
#endif
    {0},
};

/* trace_table.c has room for all of them at once. */
_Static_assert(sizeof trace_columns / sizeof trace_columns[0] - 1 <= SPOOR_TABLE_COLUMNS,
               "a table has at most SPOOR_TABLE_COLUMNS columns");

uint64_t trace_column_value(const struct trace_column *c, const struct trace_row *row)
{
    const char *at = (const char *)&row->stats + c->at;
    uint32_t count;
    uint64_t time_ns;

    if (c->cell == TRACE_CELL_TIME) {
        memcpy(&time_ns, at, sizeof time_ns);
        return time_ns;
    }
    memcpy(&count, at, sizeof count);
    return count;
}

const struct trace_column *trace_key(const struct trace_kind *k, unsigned n)
{
    for (const struct trace_column *c = trace_columns; c->title != NULL; c++) {
        if (c->word != NULL && (k->timed || c->cell != TRACE_CELL_TIME) && n-- == 0) {
            return c;
        }
    }
    return NULL;
}

#endif
