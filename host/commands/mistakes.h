/* SPDX-License-Identifier: BSD-2-Clause */
/* Mistakes in declarations of analyses, views of profiles, formats and commands that the compiler can't
 * find. */
#ifndef COMMANDS_MISTAKES_H
#define COMMANDS_MISTAKES_H

/** @return a message about the first mistake, static; NULL: there is none */
const char *mistake_of_declarations(void);

#endif
