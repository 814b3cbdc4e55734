/* SPDX-License-Identifier: BSD-2-Clause */
/* Quick steps for addresses that were unwound before. */
#if CONFIG_TRACE_STACK_CACHE

#include "cfi_priv.h"

/*
 * The shape of a frame as compilers lay it out. Below the caller's sp are ra, s0, s1 and so on, if saved.
 * `saved` has one bit for each.
 */
struct shape {
    uint16_t words;
    uint16_t saved;
};

#include "../generic/frame_cache.h"

static const uint8_t registers[] = {RV32_RA, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27};

bool cfi_quick_step(struct spoor_frame *f, uint32_t low, uint32_t high)
{
    struct shape shape;

    if (!frame_cache_get(f->pc, &shape)) {
        return false;
    }
    uint32_t sp = f->r[RV32_SP], bytes = shape.words * 4u;

    if (sp % 4 != 0 || sp < low || sp > high - bytes) {
        return false;
    }
    const uint32_t *from = (const uint32_t *)(sp + bytes);
    const uint8_t *n = registers;

    for (unsigned saved = shape.saved; saved != 0; saved >>= 1, n++) {
        if (saved & 1) {
            f->r[*n] = *--from;
        }
    }
    f->r[RV32_SP] = sp + bytes;
    return true;
}

void cfi_quick_learn(uint32_t pc, const struct cfi_row *row)
{
    struct shape shape = {.words = (uint16_t)(row->cfa_offset / 4)};
    uint32_t others = row->saved;
    int32_t at = 0;

    for (unsigned i = 0; i < sizeof registers; i++) {
        unsigned n = registers[i];

        if (row->saved >> n & 1) {
            at -= 4;
            shape.saved |= (uint16_t)(1u << i);
            others &= ~(1u << n);
            if (row->offset[n] != at) {
                return;
            }
        }
    }
    /* An interrupted function need not have saved ra. */
    if (frame_cache_takes(pc) && others == 0 && ((shape.saved & 1) || !(pc & 1)) &&
        row->cfa_register == RV32_SP && shape.words * 4 == row->cfa_offset && -at <= row->cfa_offset) {
        frame_cache_put(pc, &shape);
    }
}

#else

bool cfi_quick_step(struct spoor_frame *f, uint32_t low, uint32_t high)
{
    (void)f;
    (void)low;
    (void)high;
    return false;
}

void cfi_quick_learn(uint32_t pc, const struct cfi_row *row)
{
    (void)pc;
    (void)row;
}

#endif
