/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of other kinds that were given in place of a recording, recognized by their first bytes. */
#ifndef FOREIGN_REFUSED_H
#define FOREIGN_REFUSED_H

#include <base/message.h>
#include <stdbool.h>

/**
 * Report a file that isn't a recording, with a hint on what to do with it.
 *
 * @param path  "-": standard input; only files and folders are checked
 * @return whether the file is of another kind
 */
bool refused_is(const char *path, const struct spoor_report *report);

#endif
