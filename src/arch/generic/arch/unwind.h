/* SPDX-License-Identifier: BSD-2-Clause */
/* Bodies of hal/unwind.h for architectures without an unwinder. */
#ifndef ARCH_UNWIND_H
#define ARCH_UNWIND_H

struct hal_frame {
    uint32_t pc;
};

static inline void hal_unwind_here(struct hal_frame *f)
{
    f->pc = 0;
}

static inline uint32_t hal_frame_pc(const struct hal_frame *f)
{
    return f->pc;
}

static inline void hal_frame_set(struct hal_frame *f, uint32_t pc, uint32_t sp, uint32_t others)
{
    (void)sp;
    (void)others;
    f->pc = pc;
}

#endif
