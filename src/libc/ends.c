/* SPDX-License-Identifier: BSD-2-Clause */
/* Program termination functions required by the C libraries. */
#include <stddef.h>
#include <kernel/panic.h>

_Noreturn void _exit(int status);
_Noreturn void __assert_func(const char *file, int line, const char *func, const char *expression);

_Noreturn void _exit(int status)
{
    kernel_exit(status);
}

_Noreturn void __assert_func(const char *file, int line, const char *func, const char *expression)
{
    panic("%s:%d: %s: assertion \"%s\" failed", file, line, func != NULL ? func : "?", expression);
}
