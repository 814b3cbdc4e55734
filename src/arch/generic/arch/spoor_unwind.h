/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/unwind.h for architectures without an unwinder. */
#ifndef SPOOR_ARCH_UNWIND_H
#define SPOOR_ARCH_UNWIND_H

/** There is no unwinder. */
#define SPOOR_UNWIND_GENERIC

#define SPOOR_UNWIND_BYTES 0

struct spoor_frame {
    uint32_t pc;
};

static inline void spoor_unwind_here(struct spoor_frame *f)
{
    f->pc = 0;
}

static inline bool spoor_frame_lacks(const struct spoor_frame *f)
{
    (void)f;
    return false;
}

static inline uint32_t spoor_frame_pc(const struct spoor_frame *f)
{
    return f->pc;
}

static inline void spoor_frame_set(struct spoor_frame *f, uint32_t pc, uint32_t sp, uint32_t others)
{
    (void)sp;
    (void)others;
    f->pc = pc;
}

#endif
