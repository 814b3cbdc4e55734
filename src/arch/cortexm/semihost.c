/* SPDX-License-Identifier: BSD-2-Clause */
/* The M-profile semihosting call: BKPT 0xAB. */
#include <hal/semihost.h>

uint32_t hal_semihost_call(uint32_t op, const void *arg)
{
    register uint32_t r0 __asm__("r0") = op;
    register const void *r1 __asm__("r1") = arg;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}
