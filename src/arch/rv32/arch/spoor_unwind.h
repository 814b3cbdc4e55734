/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/unwind.h for RISC-V code with call frame information. */
#ifndef SPOOR_ARCH_UNWIND_H
#define SPOOR_ARCH_UNWIND_H

#ifdef __OPTIMIZE__
#define SPOOR_UNWIND_BYTES 640
#else
#define SPOOR_UNWIND_BYTES 1000
#endif

enum { RV32_RA = 1, RV32_SP = 2 };

struct spoor_frame {
    uint32_t r[32]; /**< x1 to x31 */
    uint32_t pc;    /**< bit 0 is set for a return address */
    bool partial;   /**< s0 to s11 are missing */
    bool lacks;     /**< one of them was needed */
};

/* Store the callee-saved registers, sp and pc. The frame of the calling function covers the others. */
static inline __attribute__((always_inline)) void spoor_unwind_here(struct spoor_frame *f)
{
    uint32_t pc;

    __asm__ volatile("sw sp, 8(%1)\n\tsw s0, 32(%1)\n\tsw s1, 36(%1)\n\tsw s2, 72(%1)\n\tsw s3, 76(%1)\n\t"
                     "sw s4, 80(%1)\n\tsw s5, 84(%1)\n\tsw s6, 88(%1)\n\tsw s7, 92(%1)\n\tsw s8, 96(%1)\n\t"
                     "sw s9, 100(%1)\n\tsw s10, 104(%1)\n\tsw s11, 108(%1)\n\tauipc %0, 0"
                     : "=&r"(pc)
                     : "r"(f->r)
                     : "memory");
    f->r[RV32_RA] = 0; /* not needed: the calling function has saved it, since it makes calls */
    f->pc = pc;
    f->partial = f->lacks = false;
}

static inline bool spoor_frame_lacks(const struct spoor_frame *f)
{
    return f->lacks;
}

static inline uint32_t spoor_frame_pc(const struct spoor_frame *f)
{
    return f->pc;
}

static inline void spoor_frame_set(struct spoor_frame *f, uint32_t pc, uint32_t sp, uint32_t others)
{
    for (unsigned n = 0; n < 32; n++) {
        f->r[n] = n == RV32_SP ? sp : others;
    }
    f->pc = pc;
    f->partial = f->lacks = false;
}

#endif
