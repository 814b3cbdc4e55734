/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures without an unwinder: a stack has no frames. */
#include <hal/unwind.h>

bool hal_unwind_possible(void)
{
    return false;
}

uint32_t hal_function_at(uint32_t address)
{
    (void)address;
    return 0;
}

bool hal_unwind_step(struct hal_frame *f)
{
    (void)f;
    return false;
}
