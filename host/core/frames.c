/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Section 6.4 of DWARF 5. A function's entry has instructions that make a table: for each address, from which
 * register the frame's address (CFA) is computed, and where each register of the caller is. The input is
 * untrusted.
 */
#include <string.h>
#include <elf/dwarf/cursor.h>
#include <elf/format.h>
#include <elf/opened.h>
#include <core/frames.h>
#include "core_priv.h"

enum { CIE_ID = 0xffffffff };
enum { ARM_SP = 13, ARM_LR = 14, ARM_PC = 15, RISCV_RA = 1, RISCV_SP = 2, RISCV_PC = 32 };
#define EXCEPTION_RETURN 0xff000000u /* on Arm's M-profile, from here on */

/* Instructions: the upper two bits, or the whole byte. */
enum { ADVANCE = 1, OFFSET = 2, RESTORE = 3 };
enum {
    NOP = 0,
    ADVANCE_1 = 2,
    ADVANCE_2,
    ADVANCE_4,
    OFFSET_EXTENDED,
    RESTORE_EXTENDED,
    UNDEFINED,
    SAME_VALUE,
    REGISTER,
    REMEMBER_STATE,
    RESTORE_STATE,
    DEF_CFA,
    DEF_CFA_REGISTER,
    DEF_CFA_OFFSET,
};

enum rule { SAME, SAVED, IN_REGISTER, LOST };

/* A row of the table. */
struct row {
    uint8_t cfa_register;
    int32_t cfa_offset;
    uint8_t rule[CORE_REGISTERS]; /* enum rule */
    int32_t at[CORE_REGISTERS];   /* SAVED: offset from the CFA; IN_REGISTER: the register */
};

#define DEPTH 4 /* of remembered rows */

struct table {
    struct row row, first; /* now; after the common instructions */
    struct row remembered[DEPTH];
    unsigned depth;
    uint64_t code_factor, data_factor, at, until; /* until: the address that is looked for */
};

/* ------------------------------------------------------------------ instructions */

static void set(struct table *t, uint64_t number, enum rule rule, int64_t at)
{
    if (number < CORE_REGISTERS) {
        t->row.rule[number] = (uint8_t)rule;
        t->row.at[number] = (int32_t)at;
    }
}

static void restore(struct table *t, uint64_t number)
{
    if (number < CORE_REGISTERS) {
        t->row.rule[number] = t->first.rule[number];
        t->row.at[number] = t->first.at[number];
    }
}

static bool remember(struct table *t, bool again)
{
    if (again ? t->depth == 0 : t->depth == DEPTH) {
        return false;
    }
    if (again) {
        t->row = t->remembered[--t->depth];
    } else {
        t->remembered[t->depth++] = t->row;
    }
    return true;
}

/* The operands are taken one by one, since the order in which arguments are evaluated is unspecified. */
static bool extended(struct table *t, struct cursor *c, unsigned op)
{
    uint64_t number = 0;

    switch (op) {
    case NOP:
        return true;
    case ADVANCE_1:
    case ADVANCE_2:
    case ADVANCE_4:
        t->at += cursor_take(c, 1u << (op - ADVANCE_1)) * t->code_factor;
        return true;
    case REMEMBER_STATE:
    case RESTORE_STATE:
        return remember(t, op == RESTORE_STATE);
    case DEF_CFA_OFFSET:
        t->row.cfa_offset = (int32_t)cursor_uleb(c);
        return true;
    default:
        number = cursor_uleb(c);
    }
    switch (op) {
    case OFFSET_EXTENDED:
        set(t, number, SAVED, (int64_t)(cursor_uleb(c) * t->data_factor));
        return true;
    case RESTORE_EXTENDED:
        restore(t, number);
        return true;
    case UNDEFINED:
    case SAME_VALUE:
        set(t, number, op == UNDEFINED ? LOST : SAME, 0);
        return true;
    case REGISTER:
        set(t, number, IN_REGISTER, (int64_t)cursor_uleb(c));
        return true;
    case DEF_CFA:
        t->row.cfa_offset = (int32_t)cursor_uleb(c);
        t->row.cfa_register = number < CORE_REGISTERS ? (uint8_t)number : UINT8_MAX;
        return true;
    case DEF_CFA_REGISTER:
        t->row.cfa_register = number < CORE_REGISTERS ? (uint8_t)number : UINT8_MAX;
        return true;
    default:
        return false; /* expressions: compilers don't use them for these processors */
    }
}

/* Run instructions up to the address. @return false if one is unknown */
static bool run(struct table *t, struct cursor c)
{
    while (c.at < c.end && !c.failed) {
        unsigned op = (unsigned)cursor_take(&c, 1), low = op & 0x3f;
        bool known = true;

        if (op >> 6 == ADVANCE) {
            t->at += low * t->code_factor;
        } else if (op >> 6 == OFFSET) {
            set(t, low, SAVED, (int64_t)(cursor_uleb(&c) * t->data_factor));
        } else if (op >> 6 == RESTORE) {
            restore(t, low);
        } else {
            known = extended(t, &c, op);
        }
        if (!known) {
            return false;
        }
        if (t->at > t->until) {
            return true;
        }
    }
    return !c.failed;
}

/* ------------------------------------------------------------------ entries */

/* Begin a table by a common entry, whose offset is given. */
static bool begin(struct table *t, const uint8_t *bytes, size_t size, size_t offset)
{
    struct cursor c = {bytes + offset, bytes + size, offset >= size};
    uint64_t length = c.failed ? 0 : cursor_take(&c, 4);

    if (length < 4 || length > (uint64_t)(c.end - c.at)) {
        return false;
    }
    c.end = c.at + length;
    bool common = cursor_take(&c, 4) == CIE_ID;
    uint64_t version = cursor_take(&c, 1);
    const char *augmentation = cursor_text(&c);

    if (!common || augmentation == NULL || *augmentation != 0) {
        return false;
    }
    if (version >= 4) {
        cursor_skip(&c, 2); /* sizes of an address and of a segment's selector */
    }
    t->code_factor = cursor_uleb(&c);
    t->data_factor = cursor_sleb(&c); /* two's complement */
    if (version == 1) {
        cursor_take(&c, 1); /* the return address's column, which is the link register here */
    } else {
        cursor_uleb(&c);
    }
    bool known = run(t, c);

    t->first = t->row;
    return known;
}

/* Find the row for an address. @return false if the section has none */
static bool find_row(struct table *t, const uint8_t *bytes, size_t size, uint32_t address)
{
    struct cursor c = {bytes, bytes + size, false};

    while (c.at < c.end) {
        uint64_t length = cursor_take(&c, 4);
        struct cursor entry = {c.at, c.at + length, false};

        if (length < 4 || length > (uint64_t)(c.end - c.at)) {
            return false;
        }
        c.at += length;
        uint64_t id = cursor_take(&entry, 4);
        uint64_t first = id != CIE_ID ? cursor_take(&entry, 4) : 0;
        uint64_t count = id != CIE_ID ? cursor_take(&entry, 4) : 0;

        /* The linker leaves the entries of functions that it discards, at 0. */
        if (entry.failed || first == 0 || address < first || address - first >= count) {
            continue;
        }
        *t = (struct table){.until = UINT64_MAX};
        if (!begin(t, bytes, size, (size_t)id)) {
            return false;
        }
        t->at = first;
        t->until = address;
        return run(t, entry);
    }
    return false;
}

/* ------------------------------------------------------------------ the caller */

static bool known(const struct core_registers *r, unsigned number)
{
    return number < CORE_REGISTERS && (r->known >> number & 1) != 0;
}

static void forget(struct core_registers *r, unsigned number)
{
    r->known &= ~(UINT64_C(1) << number);
    r->value[number] = 0;
}

static void apply(struct core_registers *up, const struct core_registers *r, const struct row *row,
                  uint32_t cfa, const struct spoor_memory *m)
{
    for (unsigned n = 0; n < CORE_REGISTERS; n++) {
        uint32_t value = 0;
        unsigned other = (unsigned)row->at[n];

        if (row->rule[n] == SAVED && spoor_memory_words(m, cfa + (uint32_t)row->at[n], &value, 1)) {
            core_set(up, n, value);
        } else if (row->rule[n] == IN_REGISTER && known(r, other)) {
            core_set(up, n, r->value[other]);
        } else if (row->rule[n] != SAME) {
            forget(up, n);
        }
    }
}

struct frames frames_of(const struct spoor_elf *elf)
{
    const struct elf_headers *h = &elf->file->headers;
    struct frames f = {NULL, 0, ARM_PC, ARM_LR, ARM_SP};

    if (h->machine == EM_RISCV) {
        f = (struct frames){NULL, 0, RISCV_PC, RISCV_RA, RISCV_SP};
    }
    for (size_t n = 1; n < h->section_count; n++) {
        if (strcmp(h->sections[n].name, ".debug_frame") == 0) {
            f.bytes = headers_bytes(h, &h->sections[n]);
            f.size = f.bytes != NULL ? (size_t)h->sections[n].size : 0;
        }
    }
    return f;
}

bool frames_are_missing(const struct frames *f)
{
    return f->bytes == NULL && f->pc == ARM_PC;
}

bool frames_up(struct core_registers *r, bool called, const struct frames *f, const struct spoor_memory *m)
{
    struct core_registers up = *r;
    struct table t;

    if (!known(r, f->pc)) {
        return false;
    }
    if (f->bytes == NULL || !find_row(&t, f->bytes, f->size, (r->value[f->pc] & ~1u) - called)) {
        if (!called && f->pc == ARM_PC &&
            r->value[f->link] >= EXCEPTION_RETURN) { /* a handler without them */
            core_set(r, f->pc, r->value[f->link] & ~1u);
            forget(r, f->link);
        }
        return false;
    }
    if (!known(r, t.row.cfa_register)) {
        return false;
    }
    uint32_t cfa = r->value[t.row.cfa_register] + (uint32_t)t.row.cfa_offset;

    apply(&up, r, &t.row, cfa, m);
    core_set(&up, f->sp, cfa);
    if (!known(&up, f->link)) {
        return false;
    }
    uint32_t back = up.value[f->link];
    bool same = back == r->value[f->pc] && cfa == r->value[f->sp];

    core_set(&up, f->pc, back & ~1u);
    forget(&up, f->link); /* the caller's own is where it saved it */
    *r = up;
    return back != 0 && !same && (f->pc != ARM_PC || back < EXCEPTION_RETURN);
}
