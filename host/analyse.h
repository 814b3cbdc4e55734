/* SPDX-License-Identifier: BSD-2-Clause */
/* One analysis over one recording: the pass that feeds it. */
#ifndef ANALYSE_H
#define ANALYSE_H

#include <pass.h>
#include <stats/stats.h>

/**
 * @param table  set up but for its kind; the rows go there
 * @return CLI_OK, CLI_CANT_SAY after a message that names the missing service, or another exit status
 */
int analyse(struct cli *cli, const struct analysis *analysis, const struct pass_options *range,
            const struct stats_options *options, struct table *table);

#endif
