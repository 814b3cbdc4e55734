/* SPDX-License-Identifier: BSD-2-Clause */
/* Formatted output without a C library's streams. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/util/divide.h>

/* Output goes into a buffer, which truncates it, or to the terminal if `text` is NULL. */
struct target {
    char *text;
    size_t room, length;
};

struct field {
    int width, precision; /* -1: none */
    bool left, zeros;
    unsigned longs;
};

static void put(struct target *t, const char *text, size_t n)
{
    if (t->text == NULL && n > 0) {
        spoor_shell_write(text, n);
    }
    if (t->text != NULL && t->length < t->room) {
        size_t fits = t->room - t->length;

        memcpy(t->text + t->length, text, n < fits ? n : fits);
    }
    t->length += n;
}

static void pad(struct target *t, char with, int n)
{
    while (n-- > 0) {
        put(t, &with, 1);
    }
}

static void put_field(struct target *t, const struct field *f, const char *text, size_t n)
{
    int missing = f->width - (int)n;

    if (f->zeros && !f->left) {
        pad(t, '0', missing);
    } else if (!f->left) {
        pad(t, ' ', missing);
    }
    put(t, text, n);
    if (f->left) {
        pad(t, ' ', missing);
    }
}

/* Print a number for %d, %u or %x. */
static void put_number(struct target *t, const struct field *f, char conversion, uint64_t value)
{
    char digits[24], *first = digits + sizeof digits;
    bool is_wide = f->longs > 1 || (f->longs == 1 && sizeof(long) > 4);
    bool negative = conversion == 'd' && (is_wide ? (int64_t)value : (int32_t)value) < 0;

    if (negative) {
        value = 0 - (uint64_t)(is_wide ? (int64_t)value : (int32_t)value);
    }
    do {
        uint32_t digit;

        value = spoor_divide(value, conversion == 'x' ? 16 : 10, &digit);
        *--first = "0123456789abcdef"[digit];
    } while (value != 0);
    if (negative) {
        *--first = '-';
    }
    put_field(t, f, first, (size_t)(digits + sizeof digits - first));
}

static uint64_t next_number(va_list *args, unsigned longs)
{
    return longs > 1 ? va_arg(*args, unsigned long long)
           : longs   ? va_arg(*args, unsigned long)
                     : va_arg(*args, unsigned);
}

static void put_string(struct target *t, const struct field *f, const char *text)
{
    size_t n = 0;

    while (text[n] != '\0' && (int)n != f->precision) {
        n++;
    }
    put_field(t, f, text, n);
}

static const char *parse_count(const char *at, int *count, va_list *args)
{
    if (*at == '*') {
        *count = va_arg(*args, int);
        return at + 1;
    }
    for (*count = 0; *at >= '0' && *at <= '9'; at++) {
        *count = *count * 10 + (*at - '0');
    }
    return at;
}

static const char *parse_field(const char *at, struct field *f, va_list *args)
{
    *f = (struct field){.precision = -1};
    for (; *at == '-' || *at == '0'; at++) {
        f->left = f->left || *at == '-';
        f->zeros = f->zeros || *at == '0';
    }
    at = parse_count(at, &f->width, args);
    if (*at == '.') {
        at = parse_count(at + 1, &f->precision, args);
    }
    for (; *at == 'l' || *at == 'z'; at++) {
        f->longs++;
    }
    return at;
}

static void put_conversion(struct target *t, const struct field *f, char conversion, va_list *args)
{
    char c = conversion;

    switch (conversion) {
    case 's':
        put_string(t, f, va_arg(*args, const char *));
        break;
    case 'd':
    case 'u':
    case 'x':
        put_number(t, f, conversion, next_number(args, f->longs));
        break;
    case 'c':
        c = (char)va_arg(*args, int);
        put_field(t, f, &c, 1);
        break;
    default: /* %% and unknown conversions print the character itself */
        put(t, &c, 1);
    }
}

static void spoor_format_to(struct target *t, const char *format, va_list *args)
{
    while (*format != '\0') {
        size_t plain = 0;

        while (format[plain] != '\0' && format[plain] != '%') {
            plain++;
        }
        put(t, format, plain);
        format += plain;
        if (format[0] == '%' && format[1] != '\0') {
            struct field f;

            format = parse_field(format + 1, &f, args);
            put_conversion(t, &f, *format, args);
            format += *format != '\0';
        } else if (format[0] == '%') {
            format++;
        }
    }
}

int spoor_vsnprintf(char *text, size_t bytes, const char *format, va_list args)
{
    struct target t = {text, bytes > 0 ? bytes - 1 : 0, 0};
    va_list own;

    va_copy(own, args);
    spoor_format_to(&t, format, &own);
    va_end(own);
    if (bytes > 0) {
        text[t.length < bytes - 1 ? t.length : bytes - 1] = '\0';
    }
    return (int)t.length;
}

int spoor_snprintf(char *text, size_t bytes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = spoor_vsnprintf(text, bytes, format, args);

    va_end(args);
    return n;
}

int spoor_printf(const char *format, ...)
{
    struct target t = {NULL, 0, 0};
    va_list args, own;

    va_start(args, format);
    va_copy(own, args);
    spoor_format_to(&t, format, &own);
    va_end(own);
    va_end(args);
    return (int)t.length;
}

void spoor_putchar(char c)
{
    put(&(struct target){NULL, 0, 0}, &c, 1);
}

void spoor_puts(const char *text)
{
    put(&(struct target){NULL, 0, 0}, text, strlen(text));
}

#endif
