/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a unit, and the functions inlined in them. */
#ifndef ELF_DWARF_SCOPES_H
#define ELF_DWARF_SCOPES_H

#include <elf/dwarf/units.h>

/* A function, or an inlined instance of one. They are in the order of the file: the scopes in a scope
 * follow it. */
struct scope {
    size_t entry;
    uint64_t low, high;   /* its addresses, if low < high */
    uint32_t parent, end; /* index of the scope around it, or NONE; index after the last scope in it */
    uint32_t depth;
    bool inlined, has_list; /* has_list: its addresses are a list */
};

struct scopes {
    struct scope *list;
    struct spans functions; /* of those that aren't inlined */
    struct variable *variables;
    size_t count, variable_count;
};

/* @return the scopes of a unit, or NULL if out of memory */
const struct scopes *scopes_get(struct debug *d, struct unit *u);

/* @return the index of the innermost scope that contains an address, or NONE */
uint32_t scopes_find(const struct debug *d, const struct unit *u, uint64_t address);
void scopes_free(struct unit *u);

#endif
