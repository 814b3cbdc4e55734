/* SPDX-License-Identifier: BSD-2-Clause */
/* Where an exception leaves no mark in the return address, the walk ends at its handler. */
#include "unwind_priv.h"

bool arm_unwind_exception(struct spoor_frame *f)
{
    (void)f;
    return false;
}
