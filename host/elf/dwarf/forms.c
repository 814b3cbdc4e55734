/* SPDX-License-Identifier: BSD-2-Clause */
/* The forms of attributes, DWARF 5, section 7.5.6: their sizes and their values. */
#include <elf/dwarf/constants.h>
#include <elf/dwarf/forms.h>

/* Sizes of forms: bytes, or one of these. */
enum { SIZE_VARIES = 0x80, SIZE_ADDRESS, SIZE_OFFSET, SIZE_REFERENCE, SIZE_UNKNOWN };

static unsigned size_of(uint64_t form)
{
    static const uint8_t sizes[] = {
        [0] = SIZE_UNKNOWN,
        [2] = SIZE_UNKNOWN,
        [DW_FORM_addr] = SIZE_ADDRESS,
        [DW_FORM_block2] = SIZE_VARIES,
        [DW_FORM_block4] = SIZE_VARIES,
        [DW_FORM_data2] = 2,
        [DW_FORM_data4] = 4,
        [DW_FORM_data8] = 8,
        [DW_FORM_string] = SIZE_VARIES,
        [DW_FORM_block] = SIZE_VARIES,
        [DW_FORM_block1] = SIZE_VARIES,
        [DW_FORM_data1] = 1,
        [DW_FORM_flag] = 1,
        [DW_FORM_sdata] = SIZE_VARIES,
        [DW_FORM_strp] = SIZE_OFFSET,
        [DW_FORM_udata] = SIZE_VARIES,
        [DW_FORM_ref_addr] = SIZE_REFERENCE,
        [DW_FORM_ref1] = 1,
        [DW_FORM_ref2] = 2,
        [DW_FORM_ref4] = 4,
        [DW_FORM_ref8] = 8,
        [DW_FORM_ref_udata] = SIZE_VARIES,
        [DW_FORM_indirect] = SIZE_VARIES,
        [DW_FORM_sec_offset] = SIZE_OFFSET,
        [DW_FORM_exprloc] = SIZE_VARIES,
        [DW_FORM_flag_present] = 0,
        [DW_FORM_strx] = SIZE_VARIES,
        [DW_FORM_addrx] = SIZE_VARIES,
        [DW_FORM_ref_sup4] = 4,
        [DW_FORM_strp_sup] = SIZE_OFFSET,
        [DW_FORM_data16] = 16,
        [DW_FORM_line_strp] = SIZE_OFFSET,
        [DW_FORM_ref_sig8] = 8,
        [DW_FORM_implicit_const] = 0,
        [DW_FORM_loclistx] = SIZE_VARIES,
        [DW_FORM_rnglistx] = SIZE_VARIES,
        [DW_FORM_ref_sup8] = 8,
        [DW_FORM_strx1] = 1,
        [DW_FORM_strx2] = 2,
        [DW_FORM_strx3] = 3,
        [DW_FORM_strx4] = 4,
        [DW_FORM_addrx1] = 1,
        [DW_FORM_addrx2] = 2,
        [DW_FORM_addrx3] = 3,
        [DW_FORM_addrx4] = 4,
    };

    switch (form) {
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
        return SIZE_VARIES;
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
        return SIZE_OFFSET;
    default:
        return form < sizeof sizes ? sizes[form] : SIZE_UNKNOWN;
    }
}

bool form_add_size(uint64_t form, struct skip *s)
{
    unsigned size = size_of(form);

    switch (size) {
    case SIZE_ADDRESS:
        s->addresses++;
        break;
    case SIZE_OFFSET:
        s->offsets++;
        break;
    case SIZE_REFERENCE:
        s->references++;
        break;
    case SIZE_VARIES:
    case SIZE_UNKNOWN:
        return false;
    default:
        s->bytes += size;
        break;
    }
    return true;
}

/* Pass a value whose size is in it. */
static void pass_varying(struct cursor *c, uint64_t form)
{
    switch (form) {
    case DW_FORM_block1:
        cursor_skip(c, cursor_take(c, 1));
        break;
    case DW_FORM_block2:
        cursor_skip(c, cursor_take(c, 2));
        break;
    case DW_FORM_block4:
        cursor_skip(c, cursor_take(c, 4));
        break;
    case DW_FORM_block:
    case DW_FORM_exprloc:
        cursor_skip(c, cursor_uleb(c));
        break;
    case DW_FORM_string:
        (void)cursor_text(c);
        break;
    default:
        (void)cursor_uleb(c);
        break;
    }
}

bool form_take(struct cursor *c, const struct encoding *e, uint64_t form, uint64_t constant, struct value *v)
{
    if (form == DW_FORM_indirect) {
        form = cursor_uleb(c);
        if (form == DW_FORM_indirect || form == DW_FORM_implicit_const) {
            return false;
        }
    }
    unsigned size = size_of(form);

    v->at = c->at;
    v->form = (uint32_t)form;
    v->constant = constant;
    switch (size) {
    case SIZE_VARIES:
        pass_varying(c, form);
        break;
    case SIZE_ADDRESS:
        cursor_skip(c, e->address_bytes);
        break;
    case SIZE_OFFSET:
        cursor_skip(c, e->offset_bytes);
        break;
    case SIZE_REFERENCE:
        cursor_skip(c, e->version <= 2 ? e->address_bytes : e->offset_bytes);
        break;
    case SIZE_UNKNOWN:
        return false;
    default:
        cursor_skip(c, size);
        break;
    }
    v->end = c->at;
    return !c->failed;
}

/* ------------------------------------------------------------------ values */

static struct cursor inside(const struct value *v)
{
    return (struct cursor){v->at, v->end, false};
}

bool value_number(const struct value *v, uint64_t *number)
{
    struct cursor c = inside(v);

    switch (v->form) {
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_sec_offset:
        *number = cursor_take(&c, (unsigned)(v->end - v->at));
        return true;
    case DW_FORM_udata:
        *number = cursor_uleb(&c);
        return true;
    case DW_FORM_sdata:
        *number = cursor_sleb(&c);
        return true;
    case DW_FORM_implicit_const:
        *number = v->constant;
        return true;
    default:
        return false;
    }
}

bool value_block(const struct value *v, struct cursor *block)
{
    struct cursor c = inside(v);

    switch (v->form) {
    case DW_FORM_block1:
        (void)cursor_take(&c, 1);
        break;
    case DW_FORM_block2:
        (void)cursor_take(&c, 2);
        break;
    case DW_FORM_block4:
        (void)cursor_take(&c, 4);
        break;
    case DW_FORM_block:
    case DW_FORM_exprloc:
        (void)cursor_uleb(&c);
        break;
    default:
        return false;
    }
    *block = c;
    return true;
}

struct cursor section_from(const struct debug *d, enum debug_section section, uint64_t offset)
{
    const struct debug_bytes *s = &d->sections[section];
    struct cursor c = {s->bytes, s->bytes + s->size, false};

    cursor_skip(&c, offset);
    return c;
}

/* Get a number of a table in another section. */
static bool table_number(const struct debug *d, enum debug_section section, uint64_t base, uint64_t index,
                         unsigned bytes, uint64_t *number)
{
    if (index > d->sections[section].size) {
        return false;
    }
    struct cursor c = section_from(d, section, base);

    cursor_skip(&c, index * bytes);
    *number = cursor_take(&c, bytes);
    return !c.failed;
}

bool address_at(const struct debug *d, const struct encoding *e, uint64_t index, uint64_t *address)
{
    return table_number(d, DEBUG_ADDR, e->addr_base, index, e->address_bytes, address);
}

bool value_address(const struct debug *d, const struct encoding *e, const struct value *v, uint64_t *address)
{
    struct cursor c = inside(v);

    switch (v->form) {
    case DW_FORM_addr:
        *address = cursor_take(&c, e->address_bytes);
        return true;
    case DW_FORM_addrx:
    case DW_FORM_GNU_addr_index:
        return address_at(d, e, cursor_uleb(&c), address);
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
        return address_at(d, e, cursor_take(&c, (unsigned)(v->end - v->at)), address);
    default:
        return false;
    }
}

bool value_ranges(const struct debug *d, const struct encoding *e, const struct value *v, uint64_t *offset)
{
    struct cursor c = inside(v);

    if (v->form != DW_FORM_rnglistx) {
        return value_number(v, offset);
    }
    if (!table_number(d, DEBUG_RNGLISTS, e->rnglists_base, cursor_uleb(&c), e->offset_bytes, offset)) {
        return false;
    }
    *offset += e->rnglists_base;
    return true;
}

bool value_reference(const struct value *v, uint64_t unit, uint64_t *offset)
{
    struct cursor c = inside(v);

    switch (v->form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
        *offset = unit + cursor_take(&c, (unsigned)(v->end - v->at));
        return true;
    case DW_FORM_ref_udata:
        *offset = unit + cursor_uleb(&c);
        return true;
    case DW_FORM_ref_addr:
        *offset = cursor_take(&c, (unsigned)(v->end - v->at));
        return true;
    default:
        return false;
    }
}

/* @return a text of a section of texts, whose last byte is 0 */
static const char *section_text(const struct debug *d, enum debug_section section, uint64_t offset)
{
    const struct debug_bytes *s = &d->sections[section];

    return offset < s->size ? (const char *)s->bytes + offset : NULL;
}

static const char *indexed_text(const struct debug *d, const struct encoding *e, uint64_t index)
{
    uint64_t offset;

    return table_number(d, DEBUG_STR_OFFSETS, e->str_offsets_base, index, e->offset_bytes, &offset)
               ? section_text(d, DEBUG_STR, offset)
               : NULL;
}

const char *value_text(const struct debug *d, const struct encoding *e, const struct value *v)
{
    struct cursor c = inside(v);

    switch (v->form) {
    case DW_FORM_string:
        return (const char *)v->at;
    case DW_FORM_strp:
        return section_text(d, DEBUG_STR, cursor_take(&c, e->offset_bytes));
    case DW_FORM_line_strp:
        return section_text(d, DEBUG_LINE_STR, cursor_take(&c, e->offset_bytes));
    case DW_FORM_strx:
    case DW_FORM_GNU_str_index:
        return indexed_text(d, e, cursor_uleb(&c));
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
        return indexed_text(d, e, cursor_take(&c, (unsigned)(v->end - v->at)));
    default:
        return NULL;
    }
}
