/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of abbreviations: how entries are read. */
#ifndef ELF_DWARF_ABBREVIATIONS_H
#define ELF_DWARF_ABBREVIATIONS_H

#include <elf/dwarf/forms.h>

/* The attributes that are read; all others are skipped. */
enum value_kind {
    VALUE_NAME,
    VALUE_BYTE_SIZE,
    VALUE_MEMBER_LOCATION,
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

/* A step of reading an entry: skip attributes of known size (form 0), or read one attribute. */
struct step {
    uint64_t constant;
    uint32_t form;
    enum value_kind kind;
    struct skip skip;
};

struct abbreviation {
    uint64_t code;
    uint32_t tag;
    bool has_children;
    size_t first_step, step_count;
};

/* A table of abbreviations, sorted by code. */
struct abbreviations {
    struct abbreviation *list;
    struct step *steps;
    size_t count, step_count;
};

/* @return the table at an offset, or NULL if out of memory */
const struct abbreviations *abbreviations_get(struct debug *d, uint64_t offset);

/* @return the abbreviation with a code, or NULL */
const struct abbreviation *abbreviations_find(const struct abbreviations *a, uint64_t code);
void abbreviations_free(struct debug *d);

#endif
