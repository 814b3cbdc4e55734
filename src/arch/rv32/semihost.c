/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The semihosting call: an ebreak between two no-op shifts, each of 4 bytes and all on one page (RISC-V
 * Semihosting 0.4, 2).
 */
#include <hal/semihost.h>

uint32_t hal_semihost_call(uint32_t op, const void *arg)
{
    register uint32_t a0 __asm__("a0") = op;
    register const void *a1 __asm__("a1") = arg;

    __asm__ volatile(".option push\n\t"
                     ".option norvc\n\t"
                     ".balign 16\n\t"
                     "slli x0, x0, 0x1f\n\t"
                     "ebreak\n\t"
                     "srai x0, x0, 7\n\t"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
}
