/* SPDX-License-Identifier: BSD-2-Clause */
/* Unwind from a thread that isn't running. Its context is as in frame.h, with the hardware's frame above. */
#if CONFIG_TRACE_STACKS

#include <arch/frame.h>
#include <hal/context.h>
#include <hal/interrupted.h>
#include "../thumb/unwind_priv.h"

#define EXC_RETURN_PSP                                                                                       \
    (1u << 2) /* the frame is at PSP (Armv7-M ARM, B1.5.8); here its address is in r[ARM_SP] */

bool hal_context_frame(uintptr_t sp, struct spoor_frame *f)
{
    const uint32_t *word = (const uint32_t *)sp + CORTEXM_LIMIT;
    uint32_t exc_return = CORTEXM_RETURN;

    for (unsigned n = 4; n <= 11; n++) {
        f->r[n] = *word++;
    }
#if CORTEXM_FLOAT
    exc_return = *word++;
    word += exc_return & 16 ? 0 : 16; /* s16 to s31 */
#endif
    spoor_frame_begin(f);
    f->r[ARM_SP] = (uint32_t)word;
    f->r[ARM_PC] = exc_return & ~EXC_RETURN_PSP;
    return arm_unwind_exception(f);
}

#if CONFIG_TRACE_SAMPLES
bool hal_interrupted_frame(struct spoor_frame *f)
{
    const struct cortexm_interrupted *i = &cortexm_interrupted[hal_cpu_id()];

    spoor_frame_begin(f);
    f->partial = true;
    f->r[ARM_SP] = (uint32_t)i->frame;
#if CORTEXM_FLOAT
    f->r[ARM_PC] = i->exc_return & ~EXC_RETURN_PSP;
#else
    f->r[ARM_PC] = CORTEXM_RETURN & ~EXC_RETURN_PSP;
#endif
    return arm_unwind_exception(f);
}
#endif

#endif
