/* SPDX-License-Identifier: BSD-2-Clause */
/* Debugging information entries, and their addresses. */
#ifndef ELF_DWARF_ENTRIES_H
#define ELF_DWARF_ENTRIES_H

#include <elf/dwarf/abbreviations.h>

/* A debugging information entry. `abbreviation` is NULL for the end of a list of siblings. */
struct entry {
    const struct unit *unit;
    const struct abbreviation *abbreviation;
    size_t offset, next; /* in the section; `next` follows the entry */
    uint32_t present;    /* a bit for each value */
    struct value values[VALUES];
};

/* Read the entry at an offset of a unit. @return false if it can't be read */
bool entry_read(const struct debug *d, const struct unit *u, size_t offset, struct entry *e);

/* @return the value, or NULL if the entry has none */
static inline const struct value *entry_value(const struct entry *e, enum value_kind kind)
{
    return (e->present >> kind & 1) != 0 ? &e->values[kind] : NULL;
}

/* @return the tag of an entry that isn't the end of a list */
static inline uint32_t entry_tag(const struct entry *e)
{
    return e->abbreviation->tag;
}

/* @return the name of an entry or of its origin, or NULL */
const char *entry_name(const struct debug *d, const struct entry *e);

/* The addresses of an entry, being read. */
struct ranges {
    const struct debug *d;
    const struct encoding *encoding;
    struct cursor list;
    uint64_t base, low, high; /* low < high: a single range */
    uint64_t *left;           /* entries that may still be read */
};

/* Begin to read the addresses of an entry. @return false if it has none */
bool ranges_begin(struct ranges *r, const struct debug *d, const struct entry *e, uint64_t *left);

/* Get the next range. @return false at the end */
bool ranges_next(struct ranges *r, uint64_t *low, uint64_t *high);

#endif
