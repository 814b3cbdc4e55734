/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The columns of the tables of points and blocks, which are also the keys of --sort. To add a column, add a
 * line here and describe it in docs/trace.md.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <stddef.h>
#include <string.h>
#include <spoor/shell/table.h>
#include <spoor/util/text.h>
#include "command_priv.h"

/* The offset of a member of the statistics. Its type must be the one that trace_column_value() reads. */
#define AT(type, member)                                                                                     \
    (offsetof(struct trace_block_stats, member) +                                                            \
     0 * sizeof(struct {                                                                                     \
         _Static_assert(sizeof(type) == sizeof(((struct trace_block_stats *)0)->member),                     \
                        "a count has 32 bits, a time 64");                                                   \
         type unused;                                                                                        \
     }))
#define COUNT(member) TRACE_CELL_COUNT, AT(uint32_t, member)
#define TIME(member)  TRACE_CELL_TIME, AT(uint64_t, member)

#define ALL        (TRACE_OF_POINTS | TRACE_OF_BLOCKS | TRACE_OF_NET)
#define EVERY_TIME (TRACE_OF_BLOCKS | TRACE_OF_NET)
#if CONFIG_TRACE_NET
#define WALL TRACE_OF_BLOCKS
#define NET_COLUMNS(X)                                                                                       \
    X(">NetMin\0netmin", TRACE_OF_NET, TIME(net_min_ns))                                                     \
    X(">NetMax\0netmax", TRACE_OF_NET, TIME(net_max_ns))                                                     \
    X(">NetAvg\0netavg", EVERY_TIME, TIME(net_avg_ns))                                                       \
    X(">NetTotal\0nettotal", 0, TIME(net_sum_ns))                                                            \
    X(">SelfAvg\0selfavg", EVERY_TIME, TIME(self_avg_ns))                                                    \
    X(">SelfTotal\0selftotal", TRACE_OF_NET, TIME(self_sum_ns))                                              \
    X(">NetLast\0netlast", TRACE_OF_NET, TIME(net_last_ns))
#else
#define WALL EVERY_TIME
#define NET_COLUMNS(X)
#endif

/*
 * X(texts, tables, cell); the texts are the title and the word. Blocks can be sorted by every column with a
 * word, points only by those that their table shows.
 */
#define COLUMNS(X)                                                                                           \
    X(">ID\0id", ALL, TRACE_CELL_ID, 0)                                                                      \
    X("<Name\0name", ALL, TRACE_CELL_NAME, 0)                                                                \
    X("<Act\0", ALL, TRACE_CELL_ON, 0)                                                                       \
    X(">Count\0count", ALL, COUNT(count))                                                                    \
    X(">Last\0last", WALL, TIME(last_ns))                                                                    \
    X(">Min\0min", WALL, TIME(min_ns))                                                                       \
    X(">Max\0max", WALL, TIME(max_ns))                                                                       \
    X(">Avg\0avg", WALL, TIME(avg_ns))                                                                       \
    X(">Total\0total", 0, TIME(sum_ns))                                                                      \
    NET_COLUMNS(X)

#define ROW(texts, tables, ...) {texts, __VA_ARGS__, tables},
const struct trace_column trace_columns[] = {COLUMNS(ROW){0}};

/* trace_table.c has room for SPOOR_TABLE_COLUMNS columns. */
#define IN_BLOCKS(texts, tables, ...) +(((tables)&TRACE_OF_BLOCKS) != 0)
#define IN_NET(texts, tables, ...)    +(((tables)&TRACE_OF_NET) != 0)
/* A title is as long as its key, and has one more character. */
#define TITLE(texts)                  (sizeof(texts) / 2 + 2)
#define OF_BLOCKS(texts, tables, ...) +(((tables)&TRACE_OF_BLOCKS) != 0 ? TITLE(texts) : 0)
#define OF_NET(texts, tables, ...)    +(((tables)&TRACE_OF_NET) != 0 ? TITLE(texts) : 0)
_Static_assert((0 COLUMNS(OF_BLOCKS)) <= TRACE_COLUMNS_BYTES && (0 COLUMNS(OF_NET)) <= TRACE_COLUMNS_BYTES,
               "trace_table.c has no room for the titles");
_Static_assert((0 COLUMNS(IN_BLOCKS)) <= SPOOR_TABLE_COLUMNS && (0 COLUMNS(IN_NET)) <= SPOOR_TABLE_COLUMNS,
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

const char *trace_column_word(const struct trace_column *c)
{
    return spoor_text_nth(c->title, 1);
}

const struct trace_column *trace_key(const struct trace_kind *k, unsigned n)
{
    for (const struct trace_column *c = trace_columns; c->title != NULL; c++) {
        if (trace_column_word(c) != NULL && (k->timed || (c->tables & TRACE_OF_POINTS)) && n-- == 0) {
            return c;
        }
    }
    return NULL;
}

#endif
