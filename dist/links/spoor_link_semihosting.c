/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link to a file on the debugger's machine: "trace.spoor", or SPOOR_SEMIHOSTING_FILE. A debugger, or QEMU
 * with -semihosting, must be attached: without one the first frame causes a fault. Arm's "Semihosting for
 * AArch32 and AArch64": SYS_OPEN is 1, SYS_WRITE is 5.
 */
#include <string.h>
#include "spoor_links.h"

#ifndef SPOOR_SEMIHOSTING_FILE
#define SPOOR_SEMIHOSTING_FILE "trace.spoor"
#endif

#define SYS_OPEN  1
#define SYS_WRITE 5
#define MODE_WB   5

static int call(int operation, const void *arguments)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = arguments;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void spoor_link_semihosting(const uint8_t *frame, size_t bytes)
{
    static int file; /* 0: not opened yet; -1: can't be opened */
    static const char name[] = SPOOR_SEMIHOSTING_FILE;

    if (file == 0) {
        const uintptr_t open[] = {(uintptr_t)name, MODE_WB, sizeof name - 1};

        file = call(SYS_OPEN, open);
    }
    if (file > 0) {
        const uintptr_t write[] = {(uintptr_t)file, (uintptr_t)frame, bytes};

        (void)call(SYS_WRITE, write);
    }
}
