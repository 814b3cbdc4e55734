/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shell's output: printf() and similar functions for the formats used by the commands: %s %c %d %u %x
 * with width, precision, - and 0, and l or ll. Implemented here because small C libraries lack %llu or need a
 * heap for streams, and each system has a different one.
 */
#ifndef SPOOR_SHELL_PRINT_H
#define SPOOR_SHELL_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Print to the terminal. @return the number of bytes. Context: the thread that runs a line. */
int spoor_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Like snprintf(): the text is cut to `bytes` including its NUL.
 *
 * @return the length of the whole text
 *
 * Context: any.
 */
int spoor_snprintf(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
int spoor_vsnprintf(char *text, size_t bytes, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/** Print without formatting. Context: the thread that runs a line. */
void spoor_putchar(char c);
void spoor_puts(const char *text);

SPOOR_EXTERN_C_END

#endif
