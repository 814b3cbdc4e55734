/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of other kinds, given in place of a recording: known by their first bytes. */
#ifndef IMPORT_FOREIGN_H
#define IMPORT_FOREIGN_H

#include <base/message.h>
#include <stdbool.h>

/**
 * @param path  "-": standard input; what isn't a file or folder is left alone
 * @return whether it is of a known kind, after a report that says what can be done with it
 */
bool foreign_is(const char *path, const struct spoor_report *report);

#endif
