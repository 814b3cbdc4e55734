/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures without an unwinder: a stack has no frames. */
#include <spoor/port/unwind.h>

#ifdef SPOOR_UNWIND_GENERIC

bool spoor_unwind_possible(void)
{
    return false;
}

uint32_t spoor_function_at(uint32_t address)
{
    (void)address;
    return 0;
}

bool spoor_unwind_step(struct spoor_frame *f)
{
    (void)f;
    return false;
}

#endif
