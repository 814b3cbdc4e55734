/* SPDX-License-Identifier: BSD-2-Clause */
/* The addresses of an entry: one range, or a list in .debug_ranges or .debug_rnglists. */
#include <elf/dwarf/constants.h>
#include <elf/dwarf/entries.h>

/* @return whether the entry has one range, or is without addresses */
static bool single(struct ranges *r, const struct entry *e)
{
    const struct value *low = entry_value(e, VALUE_LOW_PC), *high = entry_value(e, VALUE_HIGH_PC);
    uint64_t length;

    if (low == NULL || high == NULL || !value_address(r->d, r->encoding, low, &r->low)) {
        return false;
    }
    if (value_number(high, &length)) {
        r->high = r->low + length;
        return true;
    }
    return value_address(r->d, r->encoding, high, &r->high);
}

bool ranges_begin(struct ranges *r, const struct debug *d, const struct entry *e, uint64_t *left)
{
    const struct value *list = entry_value(e, VALUE_RANGES);
    uint64_t offset;

    *r = (struct ranges){.d = d, .encoding = &e->unit->encoding, .base = e->unit->low_pc, .left = left};
    if (single(r, e)) {
        return true;
    }
    r->low = r->high = 0;
    if (list == NULL || !value_ranges(d, r->encoding, list, &offset)) {
        return false;
    }
    r->list = section_from(d, r->encoding->version >= 5 ? DEBUG_RNGLISTS : DEBUG_RANGES, offset);
    return !r->list.failed;
}

/* Read an entry of a list before version 5. @return false at the end; an empty range sets the base */
static bool next_pair(struct ranges *r, uint64_t *low, uint64_t *high)
{
    unsigned bytes = r->encoding->address_bytes;
    uint64_t begin = cursor_take(&r->list, bytes), end = cursor_take(&r->list, bytes);

    if (r->list.failed || (begin == 0 && end == 0)) {
        return false;
    }
    if (begin == UINT64_MAX >> (64 - 8 * bytes)) {
        r->base = end;
        *low = *high = 0;
    } else {
        *low = begin + r->base;
        *high = end + r->base;
    }
    return true;
}

static bool indexed(struct ranges *r, uint64_t *address)
{
    return address_at(r->d, r->encoding, cursor_uleb(&r->list), address);
}

/* The same from version 5 on. */
static bool next_entry(struct ranges *r, uint64_t *low, uint64_t *high)
{
    struct cursor *c = &r->list;
    unsigned bytes = r->encoding->address_bytes;
    bool known = true;

    *low = *high = 0;
    switch (cursor_take(c, 1)) {
    case DW_RLE_base_addressx:
        known = indexed(r, &r->base);
        break;
    case DW_RLE_startx_endx:
        known = indexed(r, low) && indexed(r, high);
        break;
    case DW_RLE_startx_length:
        known = indexed(r, low);
        *high = *low + cursor_uleb(c);
        break;
    case DW_RLE_offset_pair:
        *low = r->base + cursor_uleb(c);
        *high = r->base + cursor_uleb(c);
        break;
    case DW_RLE_base_address:
        r->base = cursor_take(c, bytes);
        break;
    case DW_RLE_start_end:
        *low = cursor_take(c, bytes);
        *high = cursor_take(c, bytes);
        break;
    case DW_RLE_start_length:
        *low = cursor_take(c, bytes);
        *high = *low + cursor_uleb(c);
        break;
    default: /* DW_RLE_end_of_list, or unknown */
        known = false;
        break;
    }
    return known && !c->failed;
}

bool ranges_next(struct ranges *r, uint64_t *low, uint64_t *high)
{
    if (r->low < r->high) {
        *low = r->low;
        *high = r->high;
        r->low = r->high;
        return true;
    }
    if (r->list.at == NULL || *r->left == 0) {
        return false;
    }
    --*r->left;
    return r->encoding->version >= 5 ? next_entry(r, low, high) : next_pair(r, low, high);
}
