/* SPDX-License-Identifier: BSD-2-Clause */
/* The layout of structures. Nothing is kept: each search reads the entries of all units up to the one found.
 */
#include <string.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/entries.h>

/* @param name  NULL: it must have none */
static bool is_named(const struct debug *d, const struct entry *e, uint32_t tag, const char *name)
{
    const struct value *v = entry_tag(e) == tag ? entry_value(e, VALUE_NAME) : NULL;
    const char *text = v != NULL ? value_text(d, &e->unit->encoding, v) : NULL;

    return name == NULL ? entry_tag(e) == tag && v == NULL : text != NULL && strcmp(text, name) == 0;
}

/* DWARF 2 has an expression in place of the number. */
static bool offset_of(const struct entry *member, uint64_t *offset)
{
    const struct value *at = entry_value(member, VALUE_MEMBER_LOCATION);
    struct cursor c;

    if (at == NULL) {
        return false;
    }
    if (value_number(at, offset)) {
        return true;
    }
    if (!value_block(at, &c) || cursor_take(&c, 1) != DW_OP_plus_uconst) {
        return false;
    }
    *offset = cursor_uleb(&c);
    return !c.failed && c.at == c.end;
}

/* Find a member among the entries inside a structure. */
static bool find_inside(const struct debug *d, const struct entry *structure, const char *member,
                        uint64_t *offset)
{
    uint32_t depth = 1;
    struct entry e;

    for (size_t at = structure->next; depth != 0 && at < structure->unit->end; at = e.next) {
        if (!entry_read(d, structure->unit, at, &e)) {
            return false;
        }
        if (e.abbreviation == NULL) {
            depth--;
            continue;
        }
        if (depth == 1 && is_named(d, &e, DW_TAG_member, member)) {
            return offset_of(&e, offset);
        }
        depth += e.abbreviation->has_children;
    }
    return false;
}

/* A declaration has neither a size nor members. */
static bool find_in_unit(const struct debug *d, const struct unit *u, const char *structure,
                         const char *member, uint64_t *offset, uint64_t *size)
{
    struct entry e;

    for (size_t at = u->first_entry; at < u->end && entry_read(d, u, at, &e); at = e.next) {
        const struct value *bytes =
            e.abbreviation != NULL && e.abbreviation->has_children ? entry_value(&e, VALUE_BYTE_SIZE) : NULL;

        if (bytes != NULL && is_named(d, &e, DW_TAG_structure_type, structure) && value_number(bytes, size) &&
            find_inside(d, &e, member, offset)) {
            return true;
        }
    }
    return false;
}

bool debug_member(const struct debug *d, const char *structure, const char *member, uint64_t *offset,
                  uint64_t *size)
{
    for (size_t n = 0; n < d->unit_count; n++) {
        const struct unit *u = &d->units[n];

        if (u->abbreviations != NULL && find_in_unit(d, u, structure, member, offset, size)) {
            return true;
        }
    }
    return false;
}
