/* SPDX-License-Identifier: BSD-2-Clause */
/* Mistakes in declarations of analyses, views of profiles, formats and commands, which the compiler doesn't
 * find. */
#ifndef COMMANDS_MISTAKES_H
#define COMMANDS_MISTAKES_H

/** @return the first in words, with the name of the declaration; NULL: there is none. Static. */
const char *mistake_of_declarations(void);

#endif
