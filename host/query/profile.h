/* SPDX-License-Identifier: BSD-2-Clause */
/* The profile of a file: of function calls or samples that were recorded, or made by another tool. */
#ifndef QUERY_PROFILE_H
#define QUERY_PROFILE_H

#include <query/pass.h>
#include <profile/profile.h>

/**
 * Make the profile of the command's file. It is the command's, which frees it.
 *
 * @param needs  PROFILE_…
 * @param name   of the view or format, for messages
 * @return CLI_OK, CLI_CANT_SAY after a message that names the missing part, or another exit status
 */
int gather(struct cli *cli, const struct pass_options *options, unsigned needs, const char *name,
           struct profile *p);

#endif
