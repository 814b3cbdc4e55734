/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the importer of `spoor record --bare`. */
#ifndef IMPORT_BARE_H
#define IMPORT_BARE_H

#include <elf/objects.h>
#include <import/import.h>

/** Take a number after a blank. @return false if there is none, or if it is too large */
bool bare_number(const char **at, const char *end, unsigned base, uint64_t *number);

/** Where the tables go, and the program that names their addresses. */
struct bare_tables {
    struct profile *p;
    struct program *program;
    struct objects objects;
};

/**
 * Take a line of the tables: masked sections, stacks, regions of memory.
 *
 * @param wrong  set to what was expected, if the line isn't right
 * @return whether it is one of these lines
 */
bool bare_take_table(struct bare_tables *t, const struct import_line *line, const char **wrong);

#endif
