/* SPDX-License-Identifier: BSD-2-Clause */
/* Analyses over one recording: the pass that feeds one, and the steps of it for several in one pass. */
#ifndef QUERY_ANALYSE_H
#define QUERY_ANALYSE_H

#include <query/pass.h>
#include <analysis/analysis.h>

/**
 * @param table  set up but for its kind; the rows go there
 * @return CLI_OK, CLI_CANT_SAY after a message that names the missing service, or another exit status
 */
int analyse(struct cli *cli, const struct analysis *analysis, const struct pass_options *range,
            const struct stats_options *options, struct table *table);

/* ------------------------------------------------------------------ by steps */

/** An analysis that is fed by a pass of the caller. */
struct analyse_run {
    const struct analysis *analysis;
    struct stats stats;
};

/** @return false without memory */
bool analyse_open(struct analyse_run *r, const struct analysis *analysis, struct cli *cli,
                  const struct stats_options *options);

/** Of the pass' callbacks `every`, `before` and `interval`. */
void analyse_note(struct analyse_run *r, const struct pass *p, const struct spoor_item *item);
void analyse_item(struct analyse_run *r, const struct pass *p, const struct spoor_item *item);
void analyse_interval(struct analyse_run *r, const struct pass *p, const struct interval *i);

/** The pass is over, and its intervals are open: the rows go to the table. @return as analyse() */
int analyse_finish(struct analyse_run *r, const struct pass *p, struct table *table);

void analyse_close(struct analyse_run *r);

#endif
