/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the line number program of a unit: DWARF 5, section 6.2. */
#include <stdlib.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/forms.h>
#include <elf/dwarf/lines.h>

/* The header of a line number program. */
struct program {
    unsigned instruction_bytes, operations, line_range, opcode_base;
    int line_base;
    const uint8_t *arguments; /* number of arguments of each standard opcode */
};

struct machine {
    struct program p;
    struct lines *l;
    struct cursor c;
    struct row row;
    uint64_t operation; /* in an instruction that has several */
    uint64_t lowest;    /* address from which on sequences are used */
    size_t first;       /* first row of the sequence */
    bool no_memory;
};

/* ------------------------------------------------------------------ sequences */

struct numbered_row {
    struct row row;
    size_t number;
};

static int compare(const void *a, const void *b)
{
    const struct numbered_row *x = a, *y = b;

    if (x->row.address != y->row.address) {
        return x->row.address < y->row.address ? -1 : 1;
    }
    return x->number < y->number ? -1 : 1;
}

/* Addresses in a sequence must not fall, but some compilers ignore that. @return false if out of memory */
static bool sort(struct row *rows, size_t count)
{
    size_t n = 1;

    while (n < count && rows[n - 1].address <= rows[n].address) {
        n++;
    }
    if (n >= count) {
        return true;
    }
    struct numbered_row *numbered = calloc(count, sizeof *numbered);

    if (numbered == NULL) {
        return false;
    }
    for (n = 0; n < count; n++) {
        numbered[n] = (struct numbered_row){rows[n], n};
    }
    sort_stable(numbered, count, sizeof *numbered, compare);
    for (n = 0; n < count; n++) {
        rows[n] = numbered[n].row;
    }
    free(numbered);
    return true;
}

static void reset(struct machine *m)
{
    m->first = m->l->row_count;
    m->row = (struct row){.file = 1, .line = 1};
    m->operation = 0;
}

/* Keep the sequence that ends at the current address. @return false if out of memory */
static bool keep_sequence(struct machine *m)
{
    struct lines *l = m->l;
    size_t count = l->row_count - m->first;

    if (!sort(&l->rows[m->first], count) || !VECTOR_GROW(l->sequences, l->sequence_count)) {
        return false;
    }
    l->sequences[l->sequence_count] = (struct sequence){m->first, count};
    return spans_add(&l->spans, l->rows[m->first].address, m->row.address, (uint32_t)l->sequence_count++);
}

static void end_sequence(struct machine *m)
{
    if (m->l->row_count != m->first && m->l->rows[m->first].address >= m->lowest) {
        m->no_memory = !keep_sequence(m);
    } else {
        m->l->row_count = m->first;
    }
    reset(m);
}

/* ------------------------------------------------------------------ opcodes */

static void add_row(struct machine *m)
{
    m->no_memory = !VECTOR_GROW(m->l->rows, m->l->row_count);
    if (!m->no_memory) {
        m->l->rows[m->l->row_count++] = m->row;
    }
}

static void advance(struct machine *m, uint64_t operations)
{
    operations += m->operation;
    m->row.address += m->p.instruction_bytes * (operations / m->p.operations);
    m->operation = operations % m->p.operations;
}

static void run_special(struct machine *m, unsigned opcode)
{
    unsigned adjusted = opcode - m->p.opcode_base;

    m->row.line += (uint32_t)(m->p.line_base + (int)(adjusted % m->p.line_range));
    advance(m, adjusted / m->p.line_range);
    add_row(m);
}

static void run_extended(struct machine *m)
{
    uint64_t bytes = cursor_uleb(&m->c);
    struct cursor inside = m->c;

    if (!cursor_skip(&m->c, bytes) || bytes == 0) {
        return;
    }
    inside.end = m->c.at;
    switch (cursor_take(&inside, 1)) {
    case DW_LNE_end_sequence:
        end_sequence(m);
        break;
    case DW_LNE_set_address:
        m->row.address = bytes <= 1 + 8 ? cursor_take(&inside, (unsigned)bytes - 1) : 0;
        m->operation = 0;
        break;
    case DW_LNE_define_file:
        m->no_memory = !files_define(&m->l->files, &inside);
        break;
    default:
        break;
    }
}

static void run_standard(struct machine *m, unsigned opcode)
{
    switch (opcode) {
    case DW_LNS_copy:
        add_row(m);
        break;
    case DW_LNS_advance_pc:
        advance(m, cursor_uleb(&m->c));
        break;
    case DW_LNS_advance_line:
        m->row.line += (uint32_t)cursor_sleb(&m->c);
        break;
    case DW_LNS_set_file:
        m->row.file = (uint32_t)cursor_uleb(&m->c);
        break;
    case DW_LNS_const_add_pc:
        advance(m, (255 - m->p.opcode_base) / m->p.line_range);
        break;
    case DW_LNS_fixed_advance_pc:
        m->row.address += cursor_take(&m->c, 2);
        m->operation = 0;
        break;
    default:
        for (unsigned n = 0; n < m->p.arguments[opcode - 1]; n++) {
            (void)cursor_uleb(&m->c);
        }
        break;
    }
}

static void run(struct machine *m)
{
    reset(m);
    while (m->c.at < m->c.end && !m->c.failed && !m->no_memory) {
        unsigned opcode = (unsigned)cursor_take(&m->c, 1);

        if (opcode >= m->p.opcode_base) {
            run_special(m, opcode);
        } else if (opcode == 0) {
            run_extended(m);
        } else {
            run_standard(m, opcode);
        }
    }
    if (!m->no_memory && m->l->row_count > m->first) { /* without an end */
        m->row.address = m->l->rows[m->l->row_count - 1].address;
        end_sequence(m);
    }
}

/* ------------------------------------------------------------------ the table */

/* Take the header up to the tables of files. @return false if it can't be used */
static bool take_header(struct cursor *c, struct encoding *e, struct program *p, struct cursor *program)
{
    uint64_t length = cursor_take(c, 4);

    e->offset_bytes = 4;
    if (length == UINT32_MAX) {
        e->offset_bytes = 8;
        length = cursor_take(c, 8);
    }
    *program = *c;
    if (!cursor_skip(program, length)) {
        return false;
    }
    c->end = program->at;
    e->version = (unsigned)cursor_take(c, 2);
    if (e->version >= 5) {
        e->address_bytes = (unsigned)cursor_take(c, 1);
        cursor_skip(c, 1);
    }
    uint64_t header_bytes = cursor_take(c, e->offset_bytes);

    *program = *c;
    cursor_skip(program, header_bytes);
    p->instruction_bytes = (unsigned)cursor_take(c, 1);
    p->operations = e->version >= 4 ? (unsigned)cursor_take(c, 1) : 1;
    cursor_skip(c, 1);
    p->line_base = (int8_t)cursor_take(c, 1);
    p->line_range = (unsigned)cursor_take(c, 1);
    p->opcode_base = (unsigned)cursor_take(c, 1);
    p->arguments = c->at;
    cursor_skip(c, p->opcode_base != 0 ? p->opcode_base - 1 : UINT64_MAX);
    return !c->failed && !program->failed && e->version >= 2 && e->version <= 5 && p->line_range != 0 &&
           p->operations != 0;
}

/* @return false if out of memory */
static bool read_lines(struct debug *d, const struct unit *u, struct lines *l)
{
    struct encoding e = u->encoding;
    struct machine m = {.l = l, .lowest = d->lowest};
    struct cursor c = section_from(d, DEBUG_LINE, u->line_offset);
    const uint8_t *from = c.at;

    if (c.failed || !take_header(&c, &e, &m.p, &m.c) || (uint64_t)(c.end - from) > d->lines_left) {
        return true;
    }
    d->lines_left -= (uint64_t)(c.end - from);
    if (!files_read(d, u, &e, &c, &l->files)) {
        return false;
    }
    run(&m);
    spans_sort(&l->spans);
    return !m.no_memory;
}

struct lines *lines_get(struct debug *d, struct unit *u)
{
    if (u->lines == NULL) {
        u->lines = calloc(1, sizeof *u->lines);
        if (u->lines == NULL || !read_lines(d, u, u->lines)) {
            return NULL;
        }
    }
    return u->lines;
}

const struct row *lines_find(const struct lines *l, uint64_t address)
{
    uint32_t found;

    if (!spans_find(&l->spans, address, &found)) {
        return NULL;
    }
    const struct row *rows = &l->rows[l->sequences[found].first];
    size_t low = 0, high = l->sequences[found].count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (rows[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low != 0 ? &rows[low - 1] : NULL;
}

void lines_free(struct unit *u)
{
    if (u->lines != NULL) {
        free(u->lines->rows);
        free(u->lines->sequences);
        spans_free(&u->lines->spans);
        files_free(&u->lines->files);
        free(u->lines);
    }
}
