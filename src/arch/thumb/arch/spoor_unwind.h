/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/unwind.h for Thumb code with the tables of the ARM EHABI. */
#ifndef SPOOR_ARCH_UNWIND_H
#define SPOOR_ARCH_UNWIND_H

#ifdef SPOOR_STACK_FIND
#define SPOOR_FIND_BYTES 80
#else
#define SPOOR_FIND_BYTES 0
#endif
#ifdef __OPTIMIZE__
#define SPOOR_UNWIND_BYTES (440 + SPOOR_FIND_BYTES)
#else
#define SPOOR_UNWIND_BYTES (720 + SPOOR_FIND_BYTES)
#endif

enum { ARM_SP = 13, ARM_LR = 14, ARM_PC = 15 };

struct spoor_frame {
    uint32_t r[16];      /**< r0 to r12, sp, lr and pc */
    bool partial;        /**< r4 to r11 are missing */
    bool lacks;          /**< one of them was needed */
#ifdef SPOOR_STACK_FIND  /* under a host RTOS */
    uint32_t begin, end; /**< the readable part of the stack */
    bool thread;         /**< an interrupted thread, which isn't in an exception handler */
#endif
};

static inline void spoor_frame_begin(struct spoor_frame *f)
{
    f->partial = f->lacks = false;
#ifdef SPOOR_STACK_FIND
    f->begin = f->end = 0;
    f->thread = false;
#endif
}

/* Store the callee-saved registers, sp and pc. The table of the calling function covers the others. */
static inline __attribute__((always_inline)) void spoor_unwind_here(struct spoor_frame *f)
{
    uint32_t scratch;

    __asm__ volatile("str r4, [%1, #16]\n\tstr r5, [%1, #20]\n\tstr r6, [%1, #24]\n\tstr r7, [%1, #28]\n\t"
                     "mov %0, r8\n\tstr %0, [%1, #32]\n\t"
                     "mov %0, r9\n\tstr %0, [%1, #36]\n\t"
                     "mov %0, r10\n\tstr %0, [%1, #40]\n\t"
                     "mov %0, r11\n\tstr %0, [%1, #44]\n\t"
                     "mov %0, sp\n\tstr %0, [%1, #52]\n\t"
                     "mov %0, pc\n\tstr %0, [%1, #60]"
                     : "=&l"(scratch)
                     : "l"(f)
                     : "memory");
    spoor_frame_begin(f);
    f->r[ARM_PC] |= 1; /* the prologue is complete, as at a return address */
}

static inline uint32_t spoor_frame_pc(const struct spoor_frame *f)
{
    return f->r[ARM_PC];
}

static inline bool spoor_frame_lacks(const struct spoor_frame *f)
{
    return f->lacks;
}

static inline void spoor_frame_set(struct spoor_frame *f, uint32_t pc, uint32_t sp, uint32_t others)
{
    for (unsigned n = 0; n < 16; n++) {
        f->r[n] = n == ARM_PC ? pc : n == ARM_SP ? sp : others;
    }
    spoor_frame_begin(f);
}

#endif
