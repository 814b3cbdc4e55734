/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands and formats that this build of the tool lacks, since the system can't run them. */
#ifndef CLI_ABSENT_H
#define CLI_ABSENT_H

#include <stdbool.h>

/**
 * Report a command that other builds have, and why this one lacks it.
 *
 * @return false, without a message, for another name
 */
bool absent_command(const char *name);

/** The same for a format of `spoor export`. */
bool absent_format(const char *name);

#endif
