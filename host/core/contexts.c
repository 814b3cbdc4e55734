/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the registers that a switch saved on a thread's stack. The input is untrusted. */
#include <core/contexts.h>
#include "core_priv.h"

enum { ARM_SP = 13, ARM_LR = 14, ARM_PC = 15, ARM_XPSR = 16, RISCV_RA = 1, RISCV_PC = 32 };

/* Of EXC_RETURN, and of the stacked xPSR (Armv7-M ARM, B1.5.6 to B1.5.8). */
enum { NO_FLOAT = 1 << 4, PADDED = 1 << 9, SWITCH_FLOAT_BYTES = 64, STACKED_FLOAT_BYTES = 72 };
#define EXC_RETURN 0xff000000u /* from here on */

/* Of the lowest byte of EXC_RETURN: return to a thread and its stack, and what is always so (Armv8-M ARM,
 * D1.2.95). */
enum { EXC_MASK = 0x8e, EXC_THREAD = 0x8c };

static const char lacks[] = "its saved registers aren't in the memory that was saved";

static void add(struct core_context_layout *l, unsigned count, struct core_context_part part)
{
    for (unsigned n = 0; n < count && l->count < CORE_CONTEXT_PARTS; n++) {
        l->parts[l->count++] = part;
        part.number++;
        part.offset += 4;
    }
}

void core_context_add(struct core_context_layout *l, unsigned number, unsigned count, uint32_t offset,
                      bool stacked)
{
    add(l, count, (struct core_context_part){.number = number, .offset = offset, .stacked = stacked});
}

void core_context_add_in_thread(struct core_context_layout *l, unsigned number, unsigned count,
                                uint32_t offset)
{
    add(l, count, (struct core_context_part){.number = number, .offset = offset, .in_thread = true});
}

/* ------------------------------------------------------------------ floating point */

/* Bytes of floating point in a context: before the registers that the hardware stacks, or before all
 * registers; and after them. */
struct floats {
    uint32_t before_stacked, before_all, after;
};

static const char *read_exc_return(const struct core_context_layout *l, const struct spoor_memory *m,
                                   const struct core_thread *t, struct floats *f)
{
    uint32_t exc_return = 0;
    size_t room = 0;

    if (l->exc_in_thread) {
        const uint8_t *low = spoor_memory_at(m, (uint64_t)t->address + l->exc_return, &room);

        if (low == NULL) {
            return lacks;
        }
        exc_return = (*low & EXC_MASK) == EXC_THREAD ? EXC_RETURN | *low : 0;
    } else if (!spoor_memory_words(m, (uint64_t)t->sp + l->exc_return, &exc_return, 1)) {
        return lacks;
    }
    if (exc_return < EXC_RETURN) {
        return "its saved registers were overwritten, or are saved in another way: no EXC_RETURN is there";
    }
    if ((exc_return & NO_FLOAT) == 0) {
        *f = (struct floats){l->exc_in_thread ? 0 : SWITCH_FLOAT_BYTES, 0, STACKED_FLOAT_BYTES};
    }
    return NULL;
}

static const char *read_floats(const struct core_context_layout *l, const struct spoor_memory *m,
                               const struct core_thread *t, struct floats *f)
{
    uint32_t flag = 0;

    *f = (struct floats){0, 0, 0};
    if (l->float_bytes != 0 && !spoor_memory_words(m, t->sp, &flag, 1)) {
        return lacks;
    }
    f->before_all = flag != 0 ? l->float_bytes : 0;
    return l->has_exc_return ? read_exc_return(l, m, t, f) : NULL;
}

/* ------------------------------------------------------------------ registers */

static bool read_parts(const struct core_context_layout *l, unsigned from, unsigned to,
                       const struct spoor_memory *m, const struct core_thread *t, const struct floats *f,
                       struct core_registers *r)
{
    for (unsigned n = from; n < to; n++) {
        const struct core_context_part *p = &l->parts[n];
        uint64_t at = (p->in_thread ? (uint64_t)t->address : (uint64_t)t->sp + f->before_all) + p->offset +
                      (p->stacked ? f->before_stacked : 0);
        uint32_t value;

        if (!spoor_memory_words(m, at, &value, 1)) {
            return false;
        }
        core_set(r, p->number, value);
    }
    return true;
}

static bool read_user_sp(const struct core_context_layout *l, const struct spoor_memory *m,
                         const struct core_thread *t, uint32_t *sp)
{
    const struct core_context_user *u = &l->user;
    uint32_t status = 0;

    if (u->mask == 0) {
        return true;
    }
    return spoor_memory_words(m, (uint64_t)t->sp + u->status, &status, 1) &&
           ((status & u->mask) != u->value ||
            spoor_memory_words(m, (uint64_t)(u->in_thread ? t->address : t->sp) + u->sp, sp, 1));
}

/* With floating point a Cortex-M's context has EXC_RETURN, and maybe s16 to s31 before, and s0 to s15 and
 * FPSCR behind the registers that the hardware stacks. */
const char *core_context_read(const struct core_context_layout *l, const struct spoor_memory *m,
                              const struct core_thread *t, struct core_registers *r)
{
    unsigned pc = l->sp == ARM_SP ? ARM_PC : RISCV_PC, link = l->sp == ARM_SP ? ARM_LR : RISCV_RA;
    unsigned always = l->trapped != 0 ? l->trapped : l->count;
    struct floats f;
    const char *wrong = read_floats(l, m, t, &f);

    *r = (struct core_registers){.known = 0};
    if (wrong != NULL || !read_parts(l, 0, always, m, t, &f, r)) {
        return wrong != NULL ? wrong : lacks;
    }
    bool trapped = always < l->count && (r->value[pc] & ~1u) == l->trap_return;
    uint32_t sp =
        t->sp + l->bytes + (trapped ? l->trap_bytes : 0) + f.before_stacked + f.before_all + f.after;

    if (trapped && !read_parts(l, always, l->count, m, t, &f, r)) {
        return lacks;
    }
    sp += l->stacked && (r->value[ARM_XPSR] & PADDED) != 0 ? 4 : 0;
    if ((trapped || l->trapped == 0) && !read_user_sp(l, m, t, &sp)) {
        return lacks;
    }
    core_set(r, l->sp, sp);
    if (l->leaf != 0 && (r->value[pc] == l->leaf + 2 || r->value[pc] == l->leaf + 4)) {
        core_set(r, pc, r->value[link]);
    }
    if (l->sp == ARM_SP) {
        core_set(r, ARM_PC, r->value[ARM_PC] & ~1u);
    }
    if (r->value[pc] != 0 && (r->value[pc] == l->begins[0] || r->value[pc] == l->begins[1])) {
        r->known &= ~(UINT64_C(1) << link);
    }
    return NULL;
}
