/* SPDX-License-Identifier: BSD-2-Clause */
/* The costs in a recording, as a baseline. */
#ifndef COMPARE_MEASURE_H
#define COMPARE_MEASURE_H

#include <cli/cli.h>
#include <compare/baseline.h>

/** Read the recording that `cli` has opened. @return CLI_OK, or an exit status after a message */
int measure(struct cli *cli, struct baseline *b);

#endif
