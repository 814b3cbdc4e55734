/* SPDX-License-Identifier: BSD-2-Clause */
/* The units of .debug_info, and the index of their addresses. */
#include <stdlib.h>
#include <base/vector.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/entries.h>
#include <elf/dwarf/scopes.h>

/* Set the parts of shared sections that belong to the unit. By default they begin after the section's
 * header. */
static void set_bases(struct unit *u, const struct entry *e)
{
    static const enum value_kind kinds[] = {VALUE_STR_OFFSETS_BASE, VALUE_ADDR_BASE, VALUE_RNGLISTS_BASE};
    unsigned header = u->encoding.version < 5 ? 0 : u->encoding.offset_bytes == 8 ? 16 : 8;
    uint64_t bases[] = {header, header, header != 0 ? header + 4 : 0};

    for (unsigned n = 0; n < 3; n++) {
        const struct value *v = entry_value(e, kinds[n]);

        if (v != NULL) {
            (void)value_number(v, &bases[n]);
        }
    }
    u->encoding.str_offsets_base = bases[0];
    u->encoding.addr_base = bases[1];
    u->encoding.rnglists_base = bases[2];
}

static bool add_function_spans(struct debug *d, struct unit *u, uint32_t index)
{
    const struct scopes *s = scopes_get(d, u);

    for (size_t n = 0; s != NULL && n < s->functions.count; n++) {
        const struct span *f = &s->functions.list[n];

        if (!spans_add(&d->unit_spans, f->low, f->high, index)) {
            return false;
        }
    }
    return s != NULL;
}

/* Add the addresses of a unit to the index. A unit without addresses may still have functions. */
static bool add_spans(struct debug *d, struct unit *u, const struct entry *e)
{
    uint32_t index = (uint32_t)(u - d->units);
    struct ranges r;
    uint64_t low, high;

    if (!ranges_begin(&r, d, e, &d->ranges_left)) {
        return add_function_spans(d, u, index);
    }
    while (ranges_next(&r, &low, &high)) {
        if (low >= d->lowest && !spans_add(&d->unit_spans, low, high, index)) {
            return false;
        }
    }
    return true;
}

/* Read the first entry of a unit. @return false if out of memory */
static bool read_first(struct debug *d, struct unit *u)
{
    struct entry e;

    if (u->abbreviations == NULL || !entry_read(d, u, u->first_entry, &e) || e.abbreviation == NULL) {
        u->abbreviations = NULL;
        return true;
    }
    set_bases(u, &e);
    const struct value *low = entry_value(&e, VALUE_LOW_PC), *lines = entry_value(&e, VALUE_STMT_LIST);
    const struct value *directory = entry_value(&e, VALUE_COMP_DIR);

    if (low != NULL) {
        (void)value_address(d, &u->encoding, low, &u->low_pc);
    }
    if (lines == NULL || !value_number(lines, &u->line_offset)) {
        u->line_offset = UINT64_MAX;
    }
    u->comp_dir = directory != NULL ? value_text(d, &u->encoding, directory) : NULL;
    return add_spans(d, u, &e);
}

/* Read the header of a unit, of which the length has been taken. */
static void read_header(struct debug *d, struct unit *u, struct cursor *c)
{
    struct encoding *e = &u->encoding;
    uint64_t abbreviations;
    unsigned type = 0;

    e->version = (unsigned)cursor_take(c, 2);
    if (e->version >= 5) {
        type = (unsigned)cursor_take(c, 1);
        e->address_bytes = (unsigned)cursor_take(c, 1);
        abbreviations = cursor_take(c, e->offset_bytes);
    } else {
        abbreviations = cursor_take(c, e->offset_bytes);
        e->address_bytes = (unsigned)cursor_take(c, 1);
    }
    if (type == DW_UT_skeleton || type == DW_UT_split_compile) {
        cursor_skip(c, 8);
    } else if (type == DW_UT_type || type == DW_UT_split_type) {
        cursor_skip(c, 8 + e->offset_bytes);
    }
    u->first_entry = (size_t)(c->at - d->sections[DEBUG_INFO].bytes);
    if (!c->failed && e->version >= 2 && e->version <= 5 &&
        (e->address_bytes == 2 || e->address_bytes == 4 || e->address_bytes == 8)) {
        u->abbreviations = abbreviations_get(d, abbreviations);
    }
}

bool units_read(struct debug *d)
{
    const uint8_t *info = d->sections[DEBUG_INFO].bytes;
    struct cursor c = section_from(d, DEBUG_INFO, 0);

    while (c.at < c.end) {
        struct unit u = {.offset = (size_t)(c.at - info), .encoding = {.offset_bytes = 4}};
        uint64_t length = cursor_take(&c, 4);

        if (length == UINT32_MAX) {
            u.encoding.offset_bytes = 8;
            length = cursor_take(&c, 8);
        }
        struct cursor inside = c;

        if (c.failed || length >= UINT32_C(0xfffffff0) || !cursor_skip(&c, length)) {
            break;
        }
        inside.end = c.at;
        u.end = (size_t)(c.at - info);
        read_header(d, &u, &inside);
        if (!VECTOR_GROW(d->units, d->unit_count)) {
            return false;
        }
        d->units[d->unit_count++] = u;
    }
    for (size_t n = 0; n < d->unit_count; n++) {
        if (!read_first(d, &d->units[n])) {
            return false;
        }
    }
    spans_sort(&d->unit_spans);
    return true;
}
