/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a run. A report is written to the console by polling. Then the run ends by a semihosting exit
 * if CONFIG_SEMIHOST is 1, otherwise it halts.
 */
#ifndef KERNEL_PANIC_H
#define KERNEL_PANIC_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Print "panic: " and the message, the thread and the CPU, and end the run. Context: any. Does not return.
 */
SPOOR_NORETURN void panic(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** End the run: flush the console, then exit with `status`. Context: thread. Does not return. */
SPOOR_NORETURN void kernel_exit(int status);

SPOOR_EXTERN_C_END

#endif
