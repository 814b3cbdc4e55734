/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures whose exceptions leave no mark in the return address: the walk ends at the handler. */
#include "unwind_priv.h"

bool arm_unwind_exception(struct spoor_frame *f)
{
    (void)f;
    return false;
}
