/* SPDX-License-Identifier: BSD-2-Clause */
/* Unwind from a thread that isn't running. */
#if CONFIG_TRACE_STACKS

#include <hal/context.h>
#include <hal/interrupted.h>
#include "../thumb/unwind_priv.h"
#include "armv7a_priv.h"

#ifndef SPOOR_UNWIND_GENERIC

bool hal_context_frame(uintptr_t sp, struct spoor_frame *f)
{
    const struct armv7a_frame *saved = (const struct armv7a_frame *)sp;

    spoor_frame_begin(f);
    f->r[0] = saved->r0;
    f->r[1] = saved->r1;
    f->r[2] = saved->r2;
    f->r[3] = saved->r3;
    for (unsigned n = 0; n < 8; n++) {
        f->r[4 + n] = saved->r4_r11[n];
    }
    f->r[12] = saved->r12;
    f->r[ARM_SP] = (uint32_t)(saved + 1);
    f->r[ARM_LR] = saved->lr;
    f->r[ARM_PC] = saved->pc & ~1u;
    return arm_in_text(f->r[ARM_PC]);
}

#if CONFIG_TRACE_SAMPLES
bool hal_interrupted_frame(struct spoor_frame *f)
{
    const uint32_t *saved = armv7a_interrupted[hal_cpu_id()];

    spoor_frame_begin(f);
    f->partial = true;
    for (unsigned n = 0; n < 4; n++) {
        f->r[n] = saved[n];
    }
    f->r[12] = saved[4];
    f->r[ARM_SP] = (uint32_t)(saved + 8);
    f->r[ARM_LR] = saved[5];
    f->r[ARM_PC] = saved[6] & ~1u;
    return arm_in_text(f->r[ARM_PC]);
}
#endif

#endif
#endif
