/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output of the shell: printf() and its like for the formats that the commands use, %s %c %d %u %x with
 * width, precision, - and 0, and l or ll. Of its own, since a small C library has no %llu, or takes a heap
 * for its streams, and each system has another one.
 */
#ifndef SPOOR_SHELL_PRINT_H
#define SPOOR_SHELL_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Print to the terminal. @return the number of bytes. Context: the thread that runs a line. */
int spoor_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** As snprintf(). @return the length of the whole text, which is cut to `bytes` with its end. Context: any.
 */
int spoor_snprintf(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
int spoor_vsnprintf(char *text, size_t bytes, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/** Print as it is. Context: the thread that runs a line. */
void spoor_putchar(char c);
void spoor_puts(const char *text);

SPOOR_EXTERN_C_END

#endif
