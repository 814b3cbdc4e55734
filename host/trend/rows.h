/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of `spoor history`: the moves, and the costs of each commit. */
#ifndef TREND_ROWS_H
#define TREND_ROWS_H

#include <trend/moves.h>
#include <table/table.h>

extern const struct table_kind trend_moves_kind, trend_costs_kind;

/** Write a row for a move. */
void trend_put_move(struct table *t, const struct trend *h, const struct moves *m, const struct move *move);

/** Write a row for a metric in a run that has it. */
void trend_put_cost(struct table *t, const struct trend *h, const struct series *s, size_t run);

/** @return the unit of a metric in a run: "bytes", "instructions" or "us" */
const char *trend_unit(const struct baseline *costs, const char *metric);

/** @return a value in ns or bytes in that unit */
double trend_value(const char *unit, double value);

/** @return the runs since a move for which its level held */
size_t trend_held(const struct trend *h, const struct moves *m, const struct move *move);

#endif
