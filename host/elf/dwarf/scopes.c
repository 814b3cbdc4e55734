/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a unit and the functions inlined in them, and the static variables in functions. */
#include <stdlib.h>
#include <base/vector.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/entries.h>
#include <elf/dwarf/scopes.h>

/* @return whether an entry is a variable at a fixed address */
static bool is_static(const struct debug *d, const struct entry *e, uint64_t *address)
{
    const struct value *location = entry_value(e, VALUE_LOCATION);
    const struct encoding *encoding = &e->unit->encoding;
    struct cursor c;
    bool known = false;

    if (location == NULL || !value_block(location, &c)) {
        return false;
    }
    switch (cursor_take(&c, 1)) {
    case DW_OP_addr:
        *address = cursor_take(&c, encoding->address_bytes);
        known = true;
        break;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        known = address_at(d, encoding, cursor_uleb(&c), address);
        break;
    default:
        break;
    }
    return known && !c.failed && c.at == c.end;
}

static bool add_variable(const struct debug *d, struct scopes *s, const struct entry *e, uint32_t scope)
{
    struct variable v = {.unit = (uint32_t)(e->unit - d->units), .scope = scope};

    if (!is_static(d, e, &v.address)) {
        return true;
    }
    if (!VECTOR_GROW(s->variables, s->variable_count)) {
        return false;
    }
    s->variables[s->variable_count++] = v;
    return true;
}

/* Set the addresses of a scope, and index those of a function. */
static bool set_addresses(struct debug *d, struct scopes *s, const struct entry *e, struct scope *scope)
{
    struct ranges r;
    uint64_t low, high;

    if (!ranges_begin(&r, d, e, &d->ranges_left)) {
        return true;
    }
    scope->has_list = r.list.at != NULL;
    scope->low = r.low;
    scope->high = r.high;
    while (!scope->inlined && ranges_next(&r, &low, &high)) {
        if (low >= d->lowest && !spans_add(&s->functions, low, high, (uint32_t)s->count)) {
            return false;
        }
    }
    return true;
}

static bool add_scope(struct debug *d, struct scopes *s, const struct entry *e, uint32_t parent,
                      uint32_t depth)
{
    struct scope scope = {.entry = e->offset,
                          .parent = parent,
                          .end = (uint32_t)s->count + 1,
                          .depth = depth,
                          .inlined = entry_tag(e) == DW_TAG_inlined_subroutine};

    if (!set_addresses(d, s, e, &scope) || !VECTOR_GROW(s->list, s->count)) {
        return false;
    }
    s->list[s->count++] = scope;
    return true;
}

/* Leave the innermost scope. @return the scope around it */
static uint32_t leave(struct scopes *s, uint32_t open)
{
    s->list[open].end = (uint32_t)s->count;
    return s->list[open].parent;
}

/* Read all entries of a unit. @return false if out of memory */
static bool read_all(struct debug *d, const struct unit *u, struct scopes *s)
{
    uint32_t open = NONE, depth = 0;
    struct entry e;

    for (size_t at = u->first_entry; at < u->end && entry_read(d, u, at, &e); at = e.next) {
        if (e.abbreviation == NULL) {
            depth -= depth != 0;
            if (open != NONE && s->list[open].depth == depth) {
                open = leave(s, open);
            }
        } else {
            bool is_scope = entry_tag(&e) == DW_TAG_subprogram || entry_tag(&e) == DW_TAG_inlined_subroutine;

            if (is_scope && !add_scope(d, s, &e, open, depth)) {
                return false;
            }
            if (entry_tag(&e) == DW_TAG_variable && !add_variable(d, s, &e, open)) {
                return false;
            }
            if (is_scope && e.abbreviation->has_children) {
                open = (uint32_t)s->count - 1;
            }
            depth += e.abbreviation->has_children;
        }
        if (depth == 0) {
            break; /* the unit's first entry has no siblings */
        }
    }
    while (open != NONE) {
        open = leave(s, open);
    }
    return true;
}

const struct scopes *scopes_get(struct debug *d, struct unit *u)
{
    if (u->scopes != NULL) {
        return u->scopes;
    }
    struct scopes *s = calloc(1, sizeof *s);

    u->scopes = s;
    if (s == NULL || (u->abbreviations != NULL && !read_all(d, u, s))) {
        return NULL;
    }
    spans_sort(&s->functions);
    return s;
}

static bool contains(const struct debug *d, const struct unit *u, const struct scope *s, uint64_t address,
                     uint64_t *left)
{
    struct entry e;
    struct ranges r;
    uint64_t low, high;

    if (!s->has_list) {
        return address >= s->low && address < s->high;
    }
    if (!entry_read(d, u, s->entry, &e) || !ranges_begin(&r, d, &e, left)) {
        return false;
    }
    while (ranges_next(&r, &low, &high)) {
        if (address >= low && address < high) {
            return true;
        }
    }
    return false;
}

uint32_t scopes_find(const struct debug *d, const struct unit *u, uint64_t address)
{
    /* Damaged files may have many scopes with the same long list. */
    uint64_t left = d->sections[DEBUG_RANGES].size + d->sections[DEBUG_RNGLISTS].size;
    const struct scopes *s = u->scopes;
    uint32_t found, at;

    if (!spans_find(&s->functions, address, &found)) {
        return NONE;
    }
    for (at = found + 1; at < s->list[found].end;) {
        if (contains(d, u, &s->list[at], address, &left)) {
            found = at++;
        } else {
            at = s->list[at].end;
        }
    }
    return found;
}

void scopes_free(struct unit *u)
{
    if (u->scopes != NULL) {
        free(u->scopes->list);
        free(u->scopes->variables);
        spans_free(&u->scopes->functions);
        free(u->scopes);
    }
}
