/* SPDX-License-Identifier: BSD-2-Clause */
/* The values of attributes, in all their forms. */
#ifndef ELF_DWARF_FORMS_H
#define ELF_DWARF_FORMS_H

#include <elf/dwarf/cursor.h>
#include <elf/dwarf/units.h>

/* An attribute's value: its form and its place in the file. */
struct value {
    const uint8_t *at, *end;
    uint64_t constant; /* of DW_FORM_implicit_const */
    uint32_t form;
};

/* Bytes to skip: a number, and the numbers of addresses, offsets and references. */
struct skip {
    uint32_t bytes, addresses, offsets, references;
};

/* Add the size of a form. @return false if its size varies */
bool form_add_size(uint64_t form, struct skip *s);

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

#endif
