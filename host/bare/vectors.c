/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arm's M-profile: the table begins with the stack pointer and the address of the reset handler, followed by
 * the addresses of the others, which are odd (ARMv7-M ARM, DDI0403, B1.5.3).
 */
#include <bare/vectors.h>
#include <elf/format.h>

#define VECTORS_MAX 512 /* 16 exceptions and 496 interrupts */
#define NMI         2   /* their numbers */
#define HARD_FAULT  3
#define EXCEPTIONS  16 /* some of their places are reserved, and may contain anything */

static uint32_t word(const uint8_t *at)
{
    return (uint32_t)(at[0] | at[1] << 8 | at[2] << 16) | (uint32_t)at[3] << 24;
}

/* @return whether a vector is the address of a function in Thumb */
static bool is_handler(const struct program *p, uint32_t vector)
{
    const struct program_function *f = program_before(p, vector & ~UINT32_C(1));

    return (vector & 1) != 0 && f != NULL && f->address == (vector & ~UINT32_C(1));
}

static void declare(const struct program *p, const uint8_t *table, size_t words, struct calls *calls,
                    struct vectors *v)
{
    if (words < EXCEPTIONS || (word(table) & 3) != 0 || !is_handler(p, word(table + 4))) {
        return;
    }
    v->found = true;
    v->nmi = word(table + 4 * NMI) & ~UINT32_C(1);
    v->hard_fault = word(table + 4 * HARD_FAULT) & ~UINT32_C(1);
    for (size_t n = 2; n < words && n < VECTORS_MAX; n++) {
        uint32_t vector = word(table + 4 * n);

        if (is_handler(p, vector)) {
            calls_add_handler(calls, vector & ~UINT32_C(1));
        } else if (vector != 0 && n >= EXCEPTIONS) {
            return; /* the table has ended */
        }
    }
}

struct vectors vectors_declare(const struct program *program, struct calls *calls)
{
    struct vectors v = {false, 0, 0};

    if (program->machine != EM_ARM) {
        return v;
    }
    for (size_t n = 0; n < program->load_count; n++) {
        const struct program_load *l = &program->loads[n];

        if (l->offset <= program->size && l->size <= program->size - l->offset) {
            declare(program, program->bytes + l->offset, (size_t)l->size / 4, calls, &v);
        }
    }
    return v;
}
