/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of abbreviations. Each abbreviation is a list of steps for reading an entry. Attributes that aren't
 * needed and have a known size are skipped in one step, so that reading an entry takes a time limited by its
 * bytes.
 */
#include <stdlib.h>
#include <base/count.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/abbreviations.h>

static enum value_kind kind_of(uint64_t attribute)
{
    static const struct {
        unsigned attribute;
        enum value_kind kind;
    } kinds[] = {
        {DW_AT_name, VALUE_NAME},
        {DW_AT_byte_size, VALUE_BYTE_SIZE},
        {DW_AT_data_member_location, VALUE_MEMBER_LOCATION},
        {DW_AT_low_pc, VALUE_LOW_PC},
        {DW_AT_high_pc, VALUE_HIGH_PC},
        {DW_AT_ranges, VALUE_RANGES},
        {DW_AT_abstract_origin, VALUE_ABSTRACT_ORIGIN},
        {DW_AT_specification, VALUE_SPECIFICATION},
        {DW_AT_call_file, VALUE_CALL_FILE},
        {DW_AT_call_line, VALUE_CALL_LINE},
        {DW_AT_location, VALUE_LOCATION},
        {DW_AT_stmt_list, VALUE_STMT_LIST},
        {DW_AT_comp_dir, VALUE_COMP_DIR},
        {DW_AT_str_offsets_base, VALUE_STR_OFFSETS_BASE},
        {DW_AT_addr_base, VALUE_ADDR_BASE},
        {DW_AT_GNU_addr_base, VALUE_ADDR_BASE},
        {DW_AT_rnglists_base, VALUE_RNGLISTS_BASE},
    };

    for (size_t n = 0; n < COUNT_OF(kinds); n++) {
        if (kinds[n].attribute == attribute) {
            return kinds[n].kind;
        }
    }
    return VALUES;
}

/* @return whether entries with a tag are of interest */
static bool is_read(uint32_t tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_variable ||
           tag == DW_TAG_structure_type || tag == DW_TAG_member || tag == DW_TAG_compile_unit ||
           tag == DW_TAG_partial_unit || tag == DW_TAG_skeleton_unit;
}

static bool add_step(struct abbreviations *a, struct abbreviation *of, const struct step *s)
{
    if (!VECTOR_GROW(a->steps, a->step_count)) {
        return false;
    }
    a->steps[a->step_count++] = *s;
    of->step_count++;
    return true;
}

/* Add the step for an attribute, unless the step before it can skip the attribute too. */
static bool add_attribute(struct abbreviations *a, struct abbreviation *of, const struct step *s)
{
    struct step *last = of->step_count != 0 ? &a->steps[a->step_count - 1] : NULL;
    struct step skip = {.kind = VALUES};

    if (s->kind != VALUES || !form_add_size(s->form, &skip.skip)) {
        return add_step(a, of, s);
    }
    if (last != NULL && last->form == 0) {
        return form_add_size(s->form, &last->skip);
    }
    return add_step(a, of, &skip);
}

static bool read_attributes(struct abbreviations *a, struct cursor *c, struct abbreviation *of)
{
    uint32_t taken = 0;

    for (;;) {
        uint64_t attribute = cursor_uleb(c), form = cursor_uleb(c);
        struct step s = {.form = form < UINT32_MAX ? (uint32_t)form : UINT32_MAX, .kind = VALUES};

        if (c->failed || (attribute == 0 && form == 0)) {
            return true;
        }
        if (form == DW_FORM_implicit_const) {
            s.constant = cursor_sleb(c);
        }
        if (is_read(of->tag)) {
            s.kind = kind_of(attribute);
        }
        if ((taken >> s.kind & 1) != 0) {
            s.kind = VALUES; /* the first of its name is used */
        }
        taken |= s.kind != VALUES ? UINT32_C(1) << s.kind : 0;
        if (form == 0 || !add_attribute(a, of, &s)) {
            return false;
        }
    }
}

static int compare(const void *a, const void *b)
{
    const struct abbreviation *x = a, *y = b;

    if (x->code != y->code) {
        return x->code < y->code ? -1 : 1;
    }
    return x->first_step < y->first_step ? -1 : x->first_step > y->first_step;
}

/* @return false if out of memory, or at an attribute without a form */
static bool read_table(struct abbreviations *a, struct cursor *c)
{
    bool sorted = true;

    for (;;) {
        struct abbreviation next = {.code = cursor_uleb(c), .first_step = a->step_count};

        if (c->failed || next.code == 0) {
            break;
        }
        uint64_t tag = cursor_uleb(c);

        next.tag = tag < UINT32_MAX ? (uint32_t)tag : UINT32_MAX;
        next.has_children = cursor_take(c, 1) != 0;
        if (!read_attributes(a, c, &next) || !VECTOR_GROW(a->list, a->count)) {
            return false;
        }
        sorted = sorted && (a->count == 0 || a->list[a->count - 1].code < next.code);
        a->list[a->count++] = next;
    }
    if (!sorted) {
        sort_stable(a->list, a->count, sizeof *a->list, compare);
    }
    return true;
}

/* Read a table, as far as it is intact. */
static void read_at(struct debug *d, struct abbreviations *a, uint64_t offset)
{
    struct cursor c = section_from(d, DEBUG_ABBREV, offset);
    const uint8_t *from = c.at;

    if ((uint64_t)(c.end - c.at) > d->abbreviations_left) {
        c.end = c.at + d->abbreviations_left;
    }
    if (!c.failed) {
        (void)read_table(a, &c);
        d->abbreviations_left -= (uint64_t)(c.at - from);
    }
}

const struct abbreviations *abbreviations_get(struct debug *d, uint64_t offset)
{
    uint32_t index = hash_find_key(&d->table_at, offset);

    if (index != HASH_NONE) {
        return d->tables[index];
    }
    struct abbreviations *a = VECTOR_GROW(d->tables, d->table_count) ? calloc(1, sizeof *a) : NULL;

    if (a == NULL || !hash_add(&d->table_at, offset, (uint32_t)d->table_count)) {
        free(a);
        return NULL;
    }
    d->tables[d->table_count++] = a;
    read_at(d, a, offset);
    return a;
}

const struct abbreviation *abbreviations_find(const struct abbreviations *a, uint64_t code)
{
    if (code - 1 < a->count && a->list[code - 1].code == code) {
        return &a->list[code - 1]; /* compilers number them from 1 on */
    }
    size_t low = 0, high = a->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (a->list[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < a->count && a->list[low].code == code ? &a->list[low] : NULL;
}

void abbreviations_free(struct debug *d)
{
    for (size_t n = 0; n < d->table_count; n++) {
        free(d->tables[n]->list);
        free(d->tables[n]->steps);
        free(d->tables[n]);
    }
    free(d->tables);
    hash_free(&d->table_at);
}
