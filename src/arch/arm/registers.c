/* SPDX-License-Identifier: BSD-2-Clause */
/* Register names for fault reports. */
#include <hal/fault.h>

const char *const hal_register_names[HAL_REGISTERS] = {
    "pc", "lr", "sp", "psr", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12",
};
