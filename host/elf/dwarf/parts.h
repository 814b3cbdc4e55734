/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of debug information, shared by the files of this folder. */
#ifndef ELF_DWARF_PARTS_H
#define ELF_DWARF_PARTS_H

#include <stdbool.h>
#include <elf/dwarf/cursor.h>
#include <elf/dwarf/debug.h>
#include <elf/dwarf/spans.h>

#define NONE UINT32_MAX

/* The attributes that are read; all others are skipped. */
enum value_kind {
    VALUE_NAME,
    VALUE_LOW_PC,
    VALUE_HIGH_PC,
    VALUE_RANGES,
    VALUE_ABSTRACT_ORIGIN,
    VALUE_SPECIFICATION,
    VALUE_CALL_FILE,
    VALUE_CALL_LINE,
    VALUE_LOCATION,
    VALUE_STMT_LIST,
    VALUE_COMP_DIR,
    VALUE_STR_OFFSETS_BASE,
    VALUE_ADDR_BASE,
    VALUE_RNGLISTS_BASE,
    VALUES, /* any other attribute */
};

/* An attribute's value: its form and its place in the file. */
struct value {
    const uint8_t *at, *end;
    uint64_t constant; /* of DW_FORM_implicit_const */
    uint32_t form;
};

/* A step of reading an entry: skip attributes of known size (form 0), or read one attribute. */
struct step {
    uint64_t constant;
    uint32_t form;
    enum value_kind kind;
    uint32_t bytes, addresses, offsets, references; /* what to skip */
};

struct abbreviation {
    uint64_t code;
    uint32_t tag;
    bool has_children;
    size_t first_step, step_count;
};

/* A table of abbreviations, sorted by code. */
struct abbreviations {
    struct abbreviations *next;
    size_t offset;
    struct abbreviation *list;
    struct step *steps;
    size_t count, step_count;
};

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

/* A debugging information entry. `abbreviation` is NULL for the end of a list of siblings. */
struct entry {
    const struct unit *unit;
    const struct abbreviation *abbreviation;
    size_t offset, next; /* in the section; `next` follows the entry */
    uint32_t present;    /* a bit for each value */
    struct value values[VALUES];
};

/* A static variable at an address, by its unit and the index of its function in it. */
struct variable {
    uint64_t address;
    uint32_t unit, scope, order;
};

struct debug {
    struct debug_bytes sections[DEBUG_SECTIONS];
    struct abbreviations *tables;
    struct unit *units; /* by offset */
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

/* -------- abbreviations.c */

/* @return the table at an offset, or NULL */
const struct abbreviations *abbreviations_get(struct debug *d, uint64_t offset);
const struct abbreviation *abbreviations_find(const struct abbreviations *a, uint64_t code);
void abbreviations_free(struct debug *d);

/* -------- forms.c */

/* Add the size of a form to what `s` skips. @return false if its size varies */
bool form_add_size(uint64_t form, struct step *s);

/* Take a value. @return false if the form is unknown or the bytes end */
bool form_take(struct cursor *c, const struct encoding *e, uint64_t form, uint64_t constant, struct value *v);

bool value_number(const struct value *v, uint64_t *number);

/* Get the offset of a list of ranges in its section. */
bool value_ranges(const struct debug *d, const struct encoding *e, const struct value *v, uint64_t *offset);

/* Get the offset of an entry in .debug_info. @param unit offset of the unit that has the value */
bool value_reference(const struct value *v, uint64_t unit, uint64_t *offset);

/* Get the bytes of a block. */
bool value_block(const struct value *v, struct cursor *block);
bool value_address(const struct debug *d, const struct encoding *e, const struct value *v, uint64_t *address);

/* @return a text, or NULL */
const char *value_text(const struct debug *d, const struct encoding *e, const struct value *v);

/* Get the address of an index in .debug_addr. */
bool address_at(const struct debug *d, const struct encoding *e, uint64_t index, uint64_t *address);

/* @return a cursor from an offset to the end of a section; failed if it is beyond the end */
struct cursor section_from(const struct debug *d, enum debug_section section, uint64_t offset);

/* -------- entries.c */

/* Read the entry at an offset of a unit. @return false if it can't be read */
bool entry_read(const struct debug *d, const struct unit *u, size_t offset, struct entry *e);
static inline const struct value *entry_value(const struct entry *e, enum value_kind kind)
{
    return (e->present >> kind & 1) != 0 ? &e->values[kind] : NULL;
}
static inline uint32_t entry_tag(const struct entry *e)
{
    return e->abbreviation->tag;
}

/* @return the name of an entry or of its origin, or NULL */
const char *entry_name(const struct debug *d, const struct entry *e);

/* -------- ranges.c */

struct ranges {
    const struct debug *d;
    const struct encoding *encoding;
    struct cursor list;
    uint64_t base, low, high; /* low < high: a single range */
    uint64_t *left;           /* entries that may still be read */
};

/* @return whether an entry has addresses. Set the list of them. */
bool ranges_begin(struct ranges *r, const struct debug *d, const struct entry *e, uint64_t *left);

/* Get the next range. @return false at the end */
bool ranges_next(struct ranges *r, uint64_t *low, uint64_t *high);

/* -------- units.c */

/* @return false if out of memory */
bool units_read(struct debug *d);

/* @return the unit that contains an offset of .debug_info, or NULL */
const struct unit *unit_of(const struct debug *d, uint64_t offset);

/* -------- scopes.c */

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

/* -------- lines.c, line_files.c */

struct row {
    uint64_t address;
    uint32_t file, line;
};

struct sequence {
    size_t first, count;
};

struct file {
    const char *name, *directory; /* or NULL */
    char *path;                   /* both joined; NULL until needed */
};

struct files {
    const char **directories;
    struct file *list;
    size_t directory_count, count;
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
