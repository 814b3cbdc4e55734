/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * printf() with %llu for newlib-nano, whose own prints "lu". The times of blocks are uint64_t, and Embox's
 * users print them so. Integers of 64 bits are converted here. All else is left to the C library, one
 * conversion at a time, so that the text goes to the same stream. Other C libraries, and C++, keep their
 * printf().
 */
#ifndef PROFILER_TRACING_PRINTF_H
#define PROFILER_TRACING_PRINTF_H

#include <stdio.h>

#if defined(_NANO_FORMATTED_IO) && !defined(__cplusplus)

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A conversion: its text, which ends in the letter, and the values of its asterisks. */
struct trace_conversion {
    char text[24];
    int values[2], value_count;
    bool wide; /* of an integer of 64 bits */
    char letter;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

#define TRACE_PRINT_ONE(c, value)                                                                            \
    ((c)->value_count == 0   ? (printf)((c)->text, (value))                                                  \
     : (c)->value_count == 1 ? (printf)((c)->text, (c)->values[0], (value))                                  \
                             : (printf)((c)->text, (c)->values[0], (c)->values[1], (value)))

/* @return the number after `at` in a conversion, or the value of its asterisk */
static inline int trace_conversion_number(const struct trace_conversion *c, const char *at, bool is_last)
{
    return *at == '*' ? c->values[is_last && c->value_count > 1] : atoi(at);
}

/* Print an integer of 64 bits. */
static inline int trace_print_wide(const struct trace_conversion *c, uint64_t value)
{
    const char *flags = c->text + 1, *width_at = flags + strspn(flags, "-+ #0"), *dot = strchr(width_at, '.');
    unsigned base = c->letter == 'o' ? 8 : c->letter == 'x' || c->letter == 'X' ? 16 : 10;
    bool is_signed = c->letter == 'd' || c->letter == 'i', negative = is_signed && (int64_t)value < 0;
    bool left = false, zeros = false, prefix = false;
    char text[72], *first = text + sizeof text - 1, sign = '\0';
    int width = *width_at == '*' || (*width_at >= '0' && *width_at <= '9')
                    ? trace_conversion_number(c, width_at, false)
                    : 0;
    int least = dot != NULL ? trace_conversion_number(c, dot + 1, *width_at == '*') : -1, digits = 0;

    for (; flags < width_at; flags++) {
        left = left || *flags == '-';
        zeros = zeros || *flags == '0';
        prefix = prefix || (*flags == '#' && base == 16 && value != 0);
        sign = is_signed && (*flags == '+' || (*flags == ' ' && sign == '\0')) ? *flags : sign;
    }
    if (width < 0) {
        left = true;
        width = -width;
    }
    sign = negative ? '-' : sign;
    value = negative ? 0 - value : value;
    if (least < 0) {
        least = zeros && !left && dot == NULL ? width - (sign != '\0') - (prefix ? 2 : 0) : 1;
    }
    *first = '\0';
    for (; (value != 0 || digits < least) && first > text + 3; digits++) {
        *--first = (c->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[value % base];
        value /= base;
    }
    if (prefix) {
        *--first = c->letter;
        *--first = '0';
    }
    if (sign != '\0') {
        *--first = sign;
    }
    return left ? (printf)("%-*s", width, first) : (printf)("%*s", width, first);
}

static inline int trace_print_conversion(const struct trace_conversion *c, va_list *args)
{
    if (strchr("diuxXo", c->letter) != NULL && c->wide) {
        return trace_print_wide(c, va_arg(*args, uint64_t));
    }
    switch (c->letter) {
    case '%':
        return (printf)("%%");
    case 's':
    case 'p':
        return TRACE_PRINT_ONE(c, va_arg(*args, void *));
    case 'n':
        return (void)va_arg(*args, void *), 0;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return TRACE_PRINT_ONE(c, va_arg(*args, double));
    default:
        return TRACE_PRINT_ONE(c, va_arg(*args, int)); /* long has the same size */
    }
}

/** Like printf(). Context: like printf(). */
static inline __attribute__((format(printf, 1, 2))) int trace_printf(const char *format, ...)
{
    va_list args;
    int n = 0;

    va_start(args, format);
    while (*format != '\0') {
        struct trace_conversion c = {{0}, {0, 0}, 0, false, '\0'};
        size_t plain = strcspn(format, "%");
        size_t bytes = strspn(format + plain + 1, "-+ #0123456789.*hljztL") + 2;

        if (plain != 0) {
            n += (printf)("%.*s", (int)plain, format);
        } else if (bytes >= sizeof c.text || format[bytes - 1] == '\0') {
            break; /* not a conversion */
        } else {
            memcpy(c.text, format, bytes);
            c.letter = c.text[bytes - 1];
            c.wide = strstr(c.text, "ll") != NULL || strchr(c.text, 'j') != NULL;
            for (const char *at = c.text; (at = strchr(at, '*')) != NULL && c.value_count < 2; at++) {
                c.values[c.value_count++] = va_arg(args, int);
            }
            n += trace_print_conversion(&c, &args);
            plain = bytes;
        }
        format += plain;
    }
    va_end(args);
    return n;
}

#pragma GCC diagnostic pop

#define printf(...) trace_printf(__VA_ARGS__)

#endif
#endif
