/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes moves and costs as rows of tables. */
#include <stdio.h>
#include <base/count.h>
#include <compare/compare.h>
#include <trend/rows.h>

static const struct column moves_columns[] = {
    {"commit", COLUMN_TEXT, "the first commit with the new cost"},
    {"time", COLUMN_TEXT, "when it was measured, in UTC"},
    {"move", COLUMN_TEXT, "`grew`, `shrank`, `new` or `gone`"},
    {"metric", COLUMN_TEXT, "as in `spoor diff`"},
    {"unit", COLUMN_TEXT, "of the costs: `instructions`, `us` or `bytes`"},
    {"before", COLUMN_REAL, "the average cost before"},
    {"after", COLUMN_REAL, "the average cost from this commit on"},
    {"change_percent", COLUMN_PERCENT, "the change, of the cost before"},
    {"runs", COLUMN_NUMBER, "the commits since, this one included, until the next move of the metric"},
    {"chance_percent", COLUMN_PERCENT, "runs that aren't exact: the probability of such a move by chance"},
    {"place", COLUMN_TEXT, "source file and line"},
};

const struct table_kind trend_moves_kind = {"history_moves", moves_columns, COUNT_OF(moves_columns),
                                            NO_METRIC};

static const struct column costs_columns[] = {
    {"commit", COLUMN_TEXT, "the commit"},
    {"time", COLUMN_TEXT, "when it was measured, in UTC"},
    {"metric", COLUMN_TEXT, "as in `spoor diff`"},
    {"unit", COLUMN_TEXT, "of the costs: `instructions`, `us` or `bytes`"},
    {"count", COLUMN_NUMBER, "visits or calls"},
    {"average", COLUMN_REAL, "the average cost"},
    {"longest", COLUMN_REAL, "the largest cost"},
    {"total", COLUMN_REAL, "the sum of the costs"},
    {"course", COLUMN_REAL, "the average that moves compare: of undisturbed visits, if those moved last"},
};

const struct table_kind trend_costs_kind = {"history", costs_columns, COUNT_OF(costs_columns), NO_METRIC};

const char *trend_unit(const struct baseline *costs, const char *metric)
{
    return compare_is_bytes(metric) ? "bytes" : costs->counted ? "instructions" : "us";
}

double trend_value(const char *unit, double value)
{
    return unit[0] == 'u' ? value / 1e3 : value;
}

size_t trend_held(const struct trend *h, const struct moves *m, const struct move *move)
{
    size_t end = h->count;

    for (size_t n = 0; n < m->count; n++) {
        if (m->list[n].metric == move->metric && m->list[n].run > move->run && m->list[n].run < end) {
            end = m->list[n].run;
        }
    }
    return end - move->run;
}

static void put_commit(struct table *t, const struct trend_run *run)
{
    char time[24];

    trend_put_time(time, run->time);
    table_text(t, run->commit);
    table_text(t, time);
}

static void put_value(struct table *t, bool known, const char *unit, double value)
{
    if (known) {
        table_real(t, trend_value(unit, value));
    } else {
        table_empty(t);
    }
}

void trend_put_move(struct table *t, const struct trend *h, const struct moves *m, const struct move *move)
{
    const struct metric *at = move->now != NULL ? move->now : move->old;
    const char *name = m->metrics[move->metric].name, *unit = trend_unit(&h->runs[move->run].costs, name);
    char place[400];

    put_commit(t, &h->runs[move->run]);
    table_text(t, move_name(move->kind));
    table_text(t, name);
    table_text(t, unit);
    put_value(t, move->kind != MOVE_NEW, unit, move->before);
    put_value(t, move->kind != MOVE_GONE, unit, move->after);
    put_value(t, (move->kind == MOVE_GREW || move->kind == MOVE_SHRANK) && move->before > 0, "",
              move->before > 0 ? 100 * (move->after - move->before) / move->before : 0);
    table_number(t, (int64_t)trend_held(h, m, move));
    put_value(t, move->chance >= 0, "", 100 * move->chance);
    if (at != NULL && at->file != NULL) {
        snprintf(place, sizeof place, "%s:%u", at->file, at->line);
        table_text(t, place);
    } else {
        table_empty(t);
    }
    table_end_row(t);
}

void trend_put_cost(struct table *t, const struct trend *h, const struct series *s, size_t at)
{
    const struct trend_run *run = &h->runs[at];
    const struct metric *metric = s->at[at];
    const char *unit = trend_unit(&run->costs, metric->name);

    put_commit(t, run);
    table_text(t, metric->name);
    table_text(t, unit);
    table_number(t, (int64_t)metric->all.count);
    table_real(t, trend_value(unit, visits_average(&metric->all)));
    table_real(t, trend_value(unit, (double)metric->max_ns));
    table_real(t, trend_value(unit, (double)metric->all.total_ns));
    table_real(t, trend_value(unit, series_average(s, at)));
    table_end_row(t);
}
