/* SPDX-License-Identifier: BSD-2-Clause */
/* The data of a program: variables with a size, and the sections that are loaded, by their addresses. */
#ifndef ELF_OBJECTS_H
#define ELF_OBJECTS_H

#include <elf/program.h>

struct object {
    uint64_t address, size;
    const char *name; /**< lives as long as the program */
};

struct objects {
    struct object *list; /**< variables, by address; none overlaps another */
    size_t count;
    struct object *sections; /**< those with SHF_ALLOC and a size, by address */
    size_t section_count;
};

/** Read the objects of a program. @return false if out of memory */
bool objects_read(struct objects *o, const struct program *program);

/** @return the object of a list that an address is in, or NULL */
const struct object *objects_at(const struct object *list, size_t count, uint64_t address);

/** Find the gap between the objects of a list that an address is in: from `begin` to before `end`. */
void objects_gap(const struct object *list, size_t count, uint64_t address, uint64_t *begin, uint64_t *end);

void objects_free(struct objects *o);

#endif
