/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Thread-safe stdio output. The linker redirects calls of output functions to this file (--wrap, WRAPPED in
 * src/libc/<library>/libc.mk). Each call is locked and ends with a flush. So the text of one call stays
 * together, and none of it is left in a buffer.
 */
#include <stdarg.h>
#include <stdio.h>
#include "library_priv.h"

int __real_fflush(FILE *file);

/* @param file  may be changed, because newlib creates stdout on first use  @return a value for end() */
static bool begin(FILE **file)
{
    bool locked = library_is_console(*file) && library_lock();

    if (*file == stdout) {
        library_prepare_stdout();
        *file = stdout;
    }
    return locked;
}

static int end(FILE *file, bool locked, int result)
{
    __real_fflush(file);
    library_unlock(locked);
    return result;
}

WRAP(int, vfprintf, FILE *file, const char *fmt, va_list args)
{
    bool locked = begin(&file);

    return end(file, locked, __real_vfprintf(file, fmt, args));
}

WRAP(int, vprintf, const char *fmt, va_list args)
{
    return __wrap_vfprintf(stdout, fmt, args);
}

WRAP(int, fprintf, FILE *file, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    int result = __wrap_vfprintf(file, fmt, args);

    va_end(args);
    return result;
}

WRAP(int, printf, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    int result = __wrap_vfprintf(stdout, fmt, args);

    va_end(args);
    return result;
}

WRAP(int, puts, const char *text)
{
    FILE *file = stdout;
    bool locked = begin(&file);

    return end(file, locked, __real_puts(text));
}

WRAP(int, fputs, const char *text, FILE *file)
{
    bool locked = begin(&file);

    return end(file, locked, __real_fputs(text, file));
}

WRAP(int, fputc, int c, FILE *file)
{
    bool locked = begin(&file);

    return end(file, locked, __real_fputc(c, file));
}

WRAP(int, putc, int c, FILE *file)
{
    return __wrap_fputc(c, file);
}

WRAP(int, putchar, int c)
{
    return __wrap_fputc(c, stdout);
}

WRAP(size_t, fwrite, const void *data, size_t size, size_t count, FILE *file)
{
    bool locked = begin(&file);
    size_t written = __real_fwrite(data, size, count, file);

    end(file, locked, 0);
    return written;
}

int __wrap_fflush(FILE *file);
int __wrap_fflush(FILE *file)
{
    bool locked = begin(&file);
    int result = __real_fflush(file);

    return end(file, locked, result);
}
