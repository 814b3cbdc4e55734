/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of `spoor core`. */
#ifndef COMMANDS_CORE_STACKS_H
#define COMMANDS_CORE_STACKS_H

#include <cli/cli.h>
#include <table/table.h>

/** The columns. */
extern const struct table_kind core_stack_kind;

/**
 * Add the stacks of all CPUs and waiting threads to a table of `core_stack_kind`. Print a message for
 * each that can't be followed.
 *
 * @return CLI_OK; or another exit status, after a message, if there is nothing to follow
 */
int core_put_stacks(struct cli *cli, struct table *t);

#endif
