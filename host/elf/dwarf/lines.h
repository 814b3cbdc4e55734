/* SPDX-License-Identifier: BSD-2-Clause */
/* The line table of a unit. */
#ifndef ELF_DWARF_LINES_H
#define ELF_DWARF_LINES_H

#include <elf/dwarf/cursor.h>
#include <elf/dwarf/units.h>

struct file {
    const char *name, *directory; /* or NULL */
    char *path;                   /* both joined; NULL until needed */
};

struct files {
    const char **directories;
    struct file *list;
    size_t directory_count, count;
};

struct row {
    uint64_t address;
    uint32_t file, line;
};

struct sequence {
    size_t first, count;
};

struct lines {
    struct row *rows;
    struct sequence *sequences;
    struct spans spans; /* of the sequences */
    struct files files;
    size_t row_count, sequence_count;
};

/* @return the line table of a unit, or NULL if out of memory */
struct lines *lines_get(struct debug *d, struct unit *u);
const struct row *lines_find(const struct lines *l, uint64_t address);
void lines_free(struct unit *u);

/* Read the tables of directories and files. */
bool files_read(const struct debug *d, const struct unit *u, const struct encoding *e, struct cursor *c,
                struct files *f);

/* Add a file, from its name and three numbers. */
bool files_define(struct files *f, struct cursor *c);

/* @return the path of a file, or NULL */
const char *files_path(struct files *f, uint64_t n);
void files_free(struct files *f);

#endif
