/* SPDX-License-Identifier: BSD-2-Clause */
/* Quick steps for addresses that were unwound before. */
#include <spoor/config.h>
#include "unwind_priv.h"

#ifndef SPOOR_UNWIND_GENERIC
#if CONFIG_TRACE_STACK_CACHE

/* Adjacent registers: `count` registers from `first` on, at word `at` of the frame. */
struct group {
    uint8_t first : 4, count : 4;
    uint8_t at;
};

#define GROUPS 2 /* ARMv6-M saves r8 to r11 separately from r4 to r7 */

#define NO_LR                                                                                                \
    UINT8_MAX /* lr isn't in the frame: an interrupted function hasn't saved it, or has restored it */

/* The shape of a frame, in words from its lowest address. */
struct shape {
    uint8_t words;
    uint8_t lr;
    struct group groups[GROUPS];
};

#include "../generic/frame_cache.h"

bool arm_quick_step(struct spoor_frame *regs)
{
    uint32_t sp = regs->r[ARM_SP];
    struct shape shape;

    if (!frame_cache_get(regs->r[ARM_PC], &shape) || sp % 4 != 0) {
        return false;
    }
    uint32_t bytes = shape.words * 4u; /* less than the size of RAM */

    if (!arm_stack_holds(regs, sp, bytes)) {
        return false;
    }
    const uint32_t *frame = (const uint32_t *)sp;
    uint32_t to_pc = CONFIG_TRACE_SAMPLES && shape.lr == NO_LR ? regs->r[ARM_LR] : frame[shape.lr];

    if (!(to_pc & 1)) {
        return false;
    }
    for (const struct group *g = shape.groups; g < shape.groups + GROUPS && g->count != 0; g++) {
        const uint32_t *from = frame + g->at;
        uint32_t *to = regs->r + g->first;

        for (unsigned n = g->count; n != 0; n--) {
            *to++ = *from++;
        }
    }
    regs->r[ARM_SP] = sp + bytes;
    regs->r[ARM_PC] = to_pc;
    regs->r[ARM_LR] = 0;
    return true;
}

/*
 * Add registers from r4 on, given as a mask. @return false if they aren't adjacent or there are too many
 * groups
 */
static bool add_registers(struct shape *s, unsigned mask)
{
    unsigned first = 4, count = 0;

    for (; (mask & 1) == 0; mask >>= 1) {
        first++;
    }
    for (; (mask & 1) != 0; mask >>= 1) {
        count++;
    }
    for (struct group *g = s->groups; mask == 0 && g < s->groups + GROUPS; g++) {
        if (g->count == 0) {
            *g = (struct group){(uint8_t)first, (uint8_t)count, s->words};
            s->words += (uint8_t)count;
            return true;
        }
    }
    return false;
}

/* Add registers from r4 to r15, given as a mask. Only lr is allowed above r11. */
static bool add_pop(struct shape *s, unsigned mask)
{
    const unsigned lr = 1u << (ARM_LR - 4);

    if ((mask & ~(0xFFu | lr)) != 0 || mask == 0 || ((mask & 0xFF) != 0 && !add_registers(s, mask & 0xFF))) {
        return false;
    }
    if (mask & lr) {
        s->lr = s->words++;
    }
    return true;
}

/* Add one opcode. @return false if shapes don't support it or the frame is too large */
static bool add(struct shape *s, unsigned op, struct arm_opcodes *ops)
{
    if (s->words > UINT8_MAX - 0x40 - 16) {
        return false;
    }
    if (op < 0x40) {
        s->words += (uint8_t)(op + 1);
        return true;
    }
    if (op >= 0x80 && op < 0x90) {
        return add_pop(s, (op << 8 | arm_next_op(ops)) & 0xFFF);
    }
    if (op >= 0xA0 && op < 0xB0) {
        return add_pop(s, ((2u << (op & 7)) - 1) | (op & 8 ? 1u << (ARM_LR - 4) : 0));
    }
    if (op == ARM_OP_POP_LOW) { /* r0 to r3, which unwinding doesn't need */
        s->words += (uint8_t)__builtin_popcount(arm_next_op(ops) & 0xF);
        return true;
    }
    uint32_t bytes = arm_float_popped(op, ops);

    s->words += (uint8_t)(bytes / 4);
    return bytes != 0;
}

/* Remove the lowest words, whose registers aren't in the frame. */
static void remove_lowest(struct shape *s, unsigned words)
{
    const struct shape whole = *s;
    struct group *to = s->groups;

    *s = (struct shape){.words = (uint8_t)(whole.words - words), .lr = NO_LR};
    if (whole.lr != NO_LR && whole.lr >= words) {
        s->lr = (uint8_t)(whole.lr - words);
    }
    for (const struct group *g = whole.groups; g < whole.groups + GROUPS; g++) {
        unsigned missing = g->at < words ? words - g->at : 0;

        if (g->count > missing) {
            *to++ = (struct group){(uint8_t)(g->first + missing), (uint8_t)(g->count - missing),
                                   (uint8_t)(g->at + missing - words)};
        }
    }
}

/* @return whether the address at which a frame of shape `s` continues is known */
static bool has_caller(uint32_t pc, const struct shape *s)
{
#ifdef SPOOR_STACK_FIND
    (void)pc;
    return s->lr != NO_LR; /* otherwise lr may be stale, see unwind.c */
#else
    return s->lr != NO_LR || !(pc & 1);
#endif
}

void arm_quick_learn(uint32_t pc, struct arm_opcodes ops, uint32_t allocated)
{
    struct shape s = {.lr = NO_LR};

    if (!frame_cache_takes(pc)) {
        return;
    }
    for (unsigned op; (op = arm_next_op(&ops)) != ARM_OP_FINISH;) {
        if (!add(&s, op, &ops)) {
            return;
        }
    }
    if (allocated != ARM_ALLOCATED_ALL) {
        if (allocated > s.words * 4u || allocated % 4 != 0) {
            return;
        }
        remove_lowest(&s, s.words - allocated / 4);
    }
    if (has_caller(pc, &s)) {
        frame_cache_put(pc, &s);
    }
}

#else

bool arm_quick_step(struct spoor_frame *regs)
{
    (void)regs;
    return false;
}

void arm_quick_learn(uint32_t pc, struct arm_opcodes ops, uint32_t allocated)
{
    (void)pc;
    (void)ops;
    (void)allocated;
}

#endif
#endif
