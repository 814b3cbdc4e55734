/* SPDX-License-Identifier: BSD-2-Clause */
/* blocks, points, functions: how often, how long, where. */
#include <stdio.h>
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct span_row {
    struct group_row row;
    struct spread wall, net_spread;
    uint64_t net, self, calls;
};

static struct span_row *row_of(struct stats *s, uint64_t key)
{
    struct group *g = s->state;

    g->row_bytes = sizeof(struct span_row);
    struct span_row *row = group_get(g, key, 0);

    s->failed |= row == NULL;
    return row;
}

static void put_place(struct stats *s, const struct spoor_id *id)
{
    char place[400];

    snprintf(place, sizeof place, "%s:%u", id->file, id->line);
    table_text(s->table, place);
}

static void free_row(void *row)
{
    spread_free(&((struct span_row *)row)->wall);
    spread_free(&((struct span_row *)row)->net_spread);
}

static void spans_free(struct stats *s)
{
    group_free(s->state, free_row);
}

/* ------------------------------------------------------------------ blocks and ranges */

static void blocks_interval(struct stats *s, const struct interval *i)
{
    struct span_row *row;

    if ((i->kind == INTERVAL_BLOCK || (i->kind == INTERVAL_RANGE && !i->begun_before)) &&
        (row = row_of(s, i->id)) != NULL) {
        spread_add(&row->wall, i->to - i->from, i->from);
        if (!i->no_net) {
            spread_add(&row->net_spread, i->net, i->from);
        }
    }
}

static void put_net(struct stats *s, const struct span_row *row)
{
    const struct spread *d = &row->net_spread;

    table_number(s->table, (int64_t)d->count);
    if (d->count != 0) {
        analysis_us(s, d->sum);
        analysis_average(s, d->sum, d->count);
        analysis_us(s, d->max);
    } else {
        table_empty(s->table);
        table_empty(s->table);
        table_empty(s->table);
    }
}

static void blocks_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct span_row *row = group_nth(g, n);
        const struct spread *d = &row->wall;
        const struct spoor_id *id = spoor_id(s->elf, (unsigned)row->row.a);

        table_text(s->table, id->name);
        table_text(s->table, id->class == SPOOR_BLOCK ? "block" : "range");
        table_number(s->table, (int64_t)d->count);
        analysis_spread(s, d);
        put_net(s, row);
        put_place(s, id);
        table_end_row(s->table);
    }
}

static const struct column blocks_columns[] = {
    {"name", COLUMN_TEXT, "name of the block or range"},
    {"kind", COLUMN_TEXT, "block or range"},
    {"count", COLUMN_COUNT, "visits that ended"},
    {"total_us", COLUMN_SUM_US, "total wall time of the visits"},
    {"min_us", COLUMN_US, "the shortest"},
    {"avg_us", COLUMN_US, "the average"},
    {"p50_us", COLUMN_US, "the median"},
    {"p99_us", COLUMN_US, "99th percentile"},
    {"max_us", COLUMN_US, "the longest"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
    {"net_count", COLUMN_COUNT, "visits with a known net time"},
    {"net_total_us", COLUMN_SUM_US, "total net time: without preemption, waits and interrupts"},
    {"net_avg_us", COLUMN_US, "average net time"},
    {"net_max_us", COLUMN_US, "maximum net time"},
    {"place", COLUMN_TEXT, "file and line"},
};

SPOOR_ANALYSIS(blocks, "blocks", "blocks and ranges: count, total, percentiles, longest visit", NEEDS_BLOCK,
               METRIC,
               PAGE(TABLES, 80, "Blocks and ranges",
                    "Timed parts of the code; net time is without preemption, waits and interrupts.", 60,
                    .jump = {HISTORY_BLOCK, "name"},
                    .card = {"Blocks", "total_us", {"name", "total_us", "max_us"}}),
               struct group, blocks_columns, .sort = "-total_us",
               .intervals = INTERVALS_BLOCKS | INTERVALS_RANGES, .interval = blocks_interval,
               .end = blocks_end, .free = spans_free);

/* ------------------------------------------------------------------ points */

static bool points_takes(const struct spoor_id *id)
{
    return id->class == SPOOR_POINT;
}

static void points_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct span_row *row = row_of(s, item->id);

    (void)id;
    if (row != NULL) {
        uint64_t before =
            row->net; /* time of the last pass; if `calls` is set, all passes since then were recorded */

        row->self++;
        if (row->calls != 0) {
            spread_add(&row->wall, item->time - before, before);
        }
        row->net = item->time;
        row->calls = follow_is_whole(intervals_follow(s->intervals), item->time);
    }
}

/* Records are missing, possibly passes of points. */
static void points_note(struct stats *s, const struct spoor_item *item)
{
    const struct group *g = s->state;

    (void)item;
    for (size_t n = 0; n < g->count; n++) {
        ((struct span_row *)group_nth(g, n))->calls = 0;
    }
}

static void points_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct span_row *row = group_nth(g, n);
        const struct spread *d = &row->wall;
        const struct spoor_id *id = spoor_id(s->elf, (unsigned)row->row.a);

        table_text(s->table, id->name);
        table_number(s->table, (int64_t)row->self);
        if (d->count != 0 && d->sum != 0) {
            table_real(s->table, (double)d->count * s->hz / (double)d->sum);
            analysis_us(s, d->min);
            analysis_average(s, d->sum, d->count);
            analysis_us(s, d->max);
            analysis_time(s, d->max_at);
        } else {
            for (unsigned i = 0; i < 5; i++) {
                table_empty(s->table);
            }
        }
        put_place(s, id);
        table_end_row(s->table);
    }
}

static const struct column points_columns[] = {
    {"name", COLUMN_TEXT, "name of the point"},
    {"count", COLUMN_COUNT, "how often it was passed"},
    {"rate_hz", COLUMN_REAL, "passes per second, from the first to the last"},
    {"gap_min_us", COLUMN_US, "the shortest time between two passes"},
    {"gap_avg_us", COLUMN_US, "the average"},
    {"gap_max_us", COLUMN_US, "the longest"},
    {"gap_max_at_s", COLUMN_TIME, "when the longest began"},
    {"place", COLUMN_TEXT, "file and line"},
};

SPOOR_ANALYSIS(points, "points", "points: count, rate, gaps between two", NEEDS_POINT, METRIC,
               PAGE(TABLES, 120, "Points", "Counters of the code.", 60), struct group, points_columns,
               .sort = "-count", .takes = points_takes, .item = points_item, .note = points_note,
               .end = points_end, .free = spans_free);

/* ------------------------------------------------------------------ functions */

static void functions_interval(struct stats *s, const struct interval *i)
{
    struct span_row *row;

    if (i->kind == INTERVAL_FUNCTION && (row = row_of(s, i->function)) != NULL) {
        if (!i->begun_before && !i->cut) {
            spread_add(&row->wall, i->net, i->from);
        }
        row->calls++;
        row->net += i->net;
        row->self += i->self;
    }
}

/* Append the statistics of complete calls. The duration of a call that is cut by a loss or an end is
 * unknown. */
static void put_whole(struct stats *s, const struct spread *d)
{
    if (d->count == 0) {
        for (unsigned n = 0; n < 5; n++) {
            table_empty(s->table);
        }
        return;
    }
    analysis_us(s, d->min);
    analysis_average(s, d->sum, d->count);
    analysis_us(s, spread_percentile(d, 990));
    analysis_us(s, d->max);
    analysis_time(s, d->max_at);
}

static void functions_end(struct stats *s)
{
    const struct group *g = s->state;
    uint64_t all = 0;

    for (size_t n = 0; n < g->count; n++) {
        all += ((const struct span_row *)group_nth(g, n))->self;
    }
    for (size_t n = 0; n < g->count; n++) {
        const struct span_row *row = group_nth(g, n);
        const struct spread *d = &row->wall;

        analysis_function(s, (uint32_t)row->row.a);
        table_number(s->table, (int64_t)row->calls);
        analysis_us(s, row->self);
        table_ratio(s->table, row->self, all);
        analysis_us(s, row->net);
        put_whole(s, d);
        table_end_row(s->table);
    }
}

static const struct column functions_columns[] = {
    {"function", COLUMN_TEXT, "the function's name"},
    {"count", COLUMN_COUNT, "number of calls, including those cut by a loss or the end, as in profiles"},
    {"self_us", COLUMN_SUM_US, "time in it alone; preemption and interrupts not included"},
    {"self_percent", COLUMN_PERCENT, "share of the self times of all functions"},
    {"total_us", COLUMN_SUM_US, "time in the function and its callees; each recursive call counts"},
    {"min_us", COLUMN_US, "the shortest call, of those recorded completely"},
    {"avg_us", COLUMN_US, "the average of these calls"},
    {"p99_us", COLUMN_US, "99th percentile of these calls"},
    {"max_us", COLUMN_US, "the longest of these calls"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
};

SPOOR_ANALYSIS(functions, "functions", "functions: calls, self and total time, longest call", NEEDS_FUNCTION,
               METRIC,
               PAGE(FUNCTIONS, 90, "Functions", "Calls, self and total time.", 60,
                    .jump = {HISTORY_CALLS, "function"},
                    .card = {"Functions", "self_us", {"function", "self_us", "self_percent"}}),
               struct group, functions_columns, .sort = "-self_us", .intervals = INTERVALS_FUNCTIONS,
               .interval = functions_interval, .end = functions_end, .free = spans_free);
