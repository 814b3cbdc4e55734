/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures without an unwinder: a stack has no frames. */
#include <hal/unwind.h>

bool hal_unwind_possible(void)
{
    return false;
}

bool hal_unwind_step(struct hal_frame *f)
{
    (void)f;
    return false;
}
