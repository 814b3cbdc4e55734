/* SPDX-License-Identifier: BSD-2-Clause */
/* The semihosting call in ARM state: SWI 0x123456. */
#include <hal/semihost.h>

uint32_t hal_semihost_call(uint32_t op, const void *arg)
{
    register uint32_t r0 __asm__("r0") = op;
    register const void *r1 __asm__("r1") = arg;

    __asm__ volatile("swi 0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
    return r0;
}
