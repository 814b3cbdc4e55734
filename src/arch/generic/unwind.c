/* SPDX-License-Identifier: BSD-2-Clause */
/* The unwinder of architectures that don't have one. */
#include <hal/context.h>
#include <hal/interrupted.h>
#include "unwind_none.h"

bool hal_context_frame(uintptr_t sp, struct spoor_frame *f)
{
    (void)sp;
    (void)f;
    return false;
}

#if CONFIG_TRACE_SAMPLES
bool hal_interrupted_frame(struct spoor_frame *f)
{
    (void)f;
    return false;
}
#endif
