/* SPDX-License-Identifier: BSD-2-Clause */
/* An unwinder that finds no frames, for architectures without one. Included by one source file. */
#include <spoor/port/unwind.h>

bool spoor_unwind_possible(void)
{
    return false;
}

uint32_t spoor_function_at(uint32_t address, uint32_t *bytes)
{
    (void)address;
    (void)bytes;
    return 0;
}

bool spoor_unwind_step(struct spoor_frame *f)
{
    (void)f;
    return false;
}
