/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows of call frame information. A row results from performing a function's table instructions up to an
 * address (DWARF 5, 6.4.2 and 6.4.3).
 */
#include <stdlib.h>
#include <string.h>
#include <spoor/port/unwind.h>
#include "cfi_priv.h"

/* Defined by the linker script: the entries, and room for a pointer to every function entry. */
extern const uint32_t eh_frame_start[], eh_frame_end[];
extern const uint32_t *eh_frame_index_start[], *eh_frame_index_end[];

static uint32_t functions; /* number of pointers in the index, sorted by function address */

#define FORM_HERE_I32 0x1B /* encoding: a signed word relative to its own address */

/* ------------------------------------------------------------------ entries */

enum { LENGTH, COMMON, BEGIN, BYTES, MORE }; /* words of a function's entry; COMMON is 0 in a common entry */

static uint32_t begin_of(const uint32_t *entry)
{
    return (uint32_t)&entry[BEGIN] + entry[BEGIN];
}

static int by_address(const void *a, const void *b)
{
    uint32_t first = begin_of(*(const uint32_t *const *)a), second = begin_of(*(const uint32_t *const *)b);

    return first < second ? -1 : first > second;
}

void cfi_init(void)
{
    const uint32_t **next = eh_frame_index_start;

    for (const uint32_t *e = eh_frame_start; e < eh_frame_end && e[LENGTH] != 0; e += 1 + e[LENGTH] / 4) {
        if (e[COMMON] != 0 && next < eh_frame_index_end) {
            *next++ = e;
        }
    }
    functions = (uint32_t)(next - eh_frame_index_start);
    qsort(eh_frame_index_start, functions, sizeof *next, by_address);
}

/* @return the entry of the function that contains `address`, or NULL */
static const uint32_t *find(uint32_t address)
{
    const uint32_t **low = eh_frame_index_start, **high = low + functions;

    while (high - low > 1) {
        const uint32_t **middle = low + (high - low) / 2;

        if (begin_of(*middle) <= address) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low < high && address - begin_of(*low) < (*low)[BYTES] ? *low : NULL;
}

/* The table instructions of an entry. */
struct program {
    const uint8_t *at, *end;
};

static uint32_t uleb128(struct program *p)
{
    uint32_t value = 0;
    unsigned byte = 0x80;

    for (unsigned shift = 0; p->at < p->end && shift < 32 && (byte & 0x80); shift += 7) {
        byte = *p->at++;
        value |= (uint32_t)(byte & 0x7F) << shift;
    }
    return value;
}

/*
 * Get the instructions common to all functions. @return false unless the entry has the form that compilers
 * emit for C on this architecture
 */
static bool common_program(const uint32_t *entry, struct program *p)
{
    static const uint8_t form[] = {
        'z', 'R', 0, 1 /* code alignment */, 0x7C /* data alignment, -4 */, RV32_RA, 1, FORM_HERE_I32,
    };
    const uint32_t *common = entry + 1 - entry[COMMON] / 4;
    const uint8_t *at = (const uint8_t *)&common[2] + 1; /* after the version */

    *p = (struct program){at + sizeof form, (const uint8_t *)&common[1] + common[LENGTH]};
    return memcmp(at, form, sizeof form) == 0;
}

static struct program own_program(const uint32_t *entry)
{
    struct program p = {(const uint8_t *)&entry[MORE], (const uint8_t *)&entry[1] + entry[LENGTH]};
    uint32_t more = uleb128(&p);

    p.at += more;
    return p;
}

/* ------------------------------------------------------------------ instructions */

enum {
    ADVANCE = 0x40, /* the low 6 bits are an operand, also in the next two */
    OFFSET = 0x80,
    RESTORE = 0xC0,
    NOP = 0x00,
    ADVANCE_1 = 0x02,
    ADVANCE_2 = 0x03,
    ADVANCE_4 = 0x04,
    REMEMBER = 0x0A,
    RESTORE_ALL = 0x0B,
    CFA = 0x0C,
    CFA_REGISTER = 0x0D,
    CFA_OFFSET = 0x0E,
};

#define DATA_ALIGN (-4)

/* @return whether the instruction advances the code address `at` */
static bool advance(struct program *p, unsigned op, uint32_t *at)
{
    unsigned bytes = op == ADVANCE_1 ? 1 : op == ADVANCE_2 ? 2 : op == ADVANCE_4 ? 4 : 0;

    if ((op & 0xC0) == ADVANCE) {
        *at += op & 0x3F;
        return true;
    }
    for (unsigned n = 0; n < bytes && p->at < p->end; n++) {
        *at += (uint32_t)*p->at++ << 8 * n;
    }
    return bytes != 0;
}

/* @return false if the register isn't near enough to the caller's sp */
static bool save(struct cfi_row *row, unsigned n, uint32_t factored)
{
    if (n < 32) {
        row->saved |= 1u << n;
        row->offset[n] = (int16_t)(DATA_ALIGN * (int32_t)factored);
    }
    return factored <= INT16_MAX / -DATA_ALIGN;
}

/* @return false for an unknown instruction */
static bool change(struct program *p, unsigned op, struct cfi_row *row)
{
    unsigned low = op & 0x3F;

    switch (op & 0xC0) {
    case OFFSET:
        return save(row, low, uleb128(p));
    case RESTORE: /* value as at the call, not saved */
        row->saved &= low < 32 ? ~(1u << low) : UINT32_MAX;
        return true;
    default:
        break;
    }
    switch (op) {
    case NOP:
        return true;
    case CFA:
        row->cfa_register = uleb128(p) & 31;
        row->cfa_offset = (int32_t)uleb128(p);
        return true;
    case CFA_REGISTER:
        row->cfa_register = uleb128(p) & 31;
        return true;
    case CFA_OFFSET:
        row->cfa_offset = (int32_t)uleb128(p);
        return true;
    default:
        return false;
    }
}

/* Perform the instructions for the code up to `address`. */
static bool perform(struct program p, uint32_t at, uint32_t address, struct cfi_row *row)
{
    struct cfi_row remembered;
    bool remembers = false; /* compilers don't nest these */

    while (p.at < p.end) {
        unsigned op = *p.at++;

        if (advance(&p, op, &at)) {
            if (at > address) {
                break;
            }
        } else if (op == REMEMBER && !remembers) {
            remembered = *row;
            remembers = true;
        } else if (op == RESTORE_ALL && remembers) {
            *row = remembered;
            remembers = false;
        } else if (!change(&p, op, row)) {
            return false;
        }
    }
    return true;
}

bool cfi_row_at(uint32_t address, struct cfi_row *row)
{
    const uint32_t *entry = find(address);
    struct program common;

    if (entry == NULL || !common_program(entry, &common)) {
        return false;
    }
    uint32_t start = begin_of(entry);

    row->saved = 0;
    row->cfa_offset = 0;
    row->cfa_register = 0;
    return perform(common, start, start, row) && perform(own_program(entry), start, address, row);
}

uint32_t cfi_function_at(uint32_t address, uint32_t *bytes)
{
    const uint32_t *entry = find(address);

    if (entry == NULL) {
        return 0;
    }
    *bytes = entry[BYTES];
    return begin_of(entry);
}
