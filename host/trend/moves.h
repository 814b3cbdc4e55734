/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The commits at which a metric moved. A metric has a level: its average since it moved last. In exact runs a
 * commit moves it if `spoor diff` of the level's first run and this one shows a change, so slow growth is
 * found too. In other runs a level ends where the averages before and after differ by more than chance
 * explains.
 */
#ifndef TREND_MOVES_H
#define TREND_MOVES_H

#include <trend/trend.h>

enum move_kind { MOVE_GREW, MOVE_SHRANK, MOVE_NEW, MOVE_GONE };

struct move {
    enum move_kind kind;
    size_t metric;        /**< index in `metrics` */
    size_t run;           /**< the first run of the new level, or without the metric */
    double before, after; /**< averages in ns or bytes; 0 if there is none */
    bool undisturbed;     /**< they are averages of undisturbed visits */
    double chance;        /**< of runs that aren't exact: probability of such a move by chance; -1: none */
    const struct metric *old, *now; /**< in the last run before, and in this run; or NULL */
};

/** A metric of any run, and its values by run; NULL where it is missing. */
struct series {
    const char *name;
    const struct metric **at;
    bool undisturbed; /**< its last move was one of undisturbed visits */
};

struct moves {
    struct series *metrics;
    size_t metric_count;
    struct move *list; /**< the latest run first, and in a run the largest change of a total first */
    size_t count;
};

/** Find all moves. The history must outlive them. @return false if memory ran out */
bool moves_find(struct moves *m, const struct trend *h);

/** @return a metric's average in a run that has it, of the visits of which the last move was */
double series_average(const struct series *s, size_t run);

const char *move_name(enum move_kind kind);

void moves_free(struct moves *m);

#endif
