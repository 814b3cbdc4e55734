/* SPDX-License-Identifier: BSD-2-Clause */
/* The units of debug information, and what is indexed of them. */
#ifndef ELF_DWARF_UNITS_H
#define ELF_DWARF_UNITS_H

#include <stdbool.h>
#include <base/hash.h>
#include <elf/dwarf/debug.h>
#include <elf/dwarf/spans.h>

#define NONE UINT32_MAX

/* How numbers are encoded, and where a unit's parts of shared sections begin. */
struct encoding {
    unsigned version, address_bytes, offset_bytes;
    uint64_t str_offsets_base, addr_base, rnglists_base;
};

struct unit {
    size_t offset, first_entry, end; /* in the section */
    struct encoding encoding;
    const struct abbreviations *abbreviations; /* NULL: the unit can't be read */
    uint64_t low_pc;
    uint64_t line_offset; /* UINT64_MAX: it has no line table */
    const char *comp_dir; /* or NULL */
    struct lines *lines;  /* NULL until needed */
    struct scopes *scopes;
};

/* A static variable at an address, by its unit and the index of its function in it. */
struct variable {
    uint64_t address;
    uint32_t unit, scope, order;
};

struct debug {
    struct debug_bytes sections[DEBUG_SECTIONS];
    struct abbreviations **tables;
    size_t table_count;
    struct hash table_at; /* index of the table at an offset */
    struct unit *units;   /* by offset */
    size_t unit_count;
    struct spans unit_spans;
    struct variable *variables; /* by address */
    size_t variable_count;
    bool has_variables;
    uint64_t lowest; /* address from which on ranges are used */
    /* Bytes that may still be read to set up indexes. Damaged files may refer to the same bytes from many
     * places. */
    uint64_t abbreviations_left, lines_left, ranges_left;
};

/* @return false if out of memory */
bool units_read(struct debug *d);

#endif
