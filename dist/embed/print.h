/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output of the shell: printf() and its like for the formats that the commands use, %s %c %d %u %x with
 * width, precision, - and 0, and l or ll. Of its own, since a small C library has no %llu, or takes a heap
 * for its streams, and each system has another one.
 */
#ifndef SPOOR_PRINT_H
#define SPOOR_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/** Text goes to this function; NULL: nowhere. Context: the thread that runs a line. */
void spoor_print_to(void (*out)(const char *text, size_t n));

int spoor_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int spoor_snprintf(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
int spoor_vsnprintf(char *text, size_t bytes, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
void spoor_putchar(char c);
void spoor_puts(const char *text);

#endif
