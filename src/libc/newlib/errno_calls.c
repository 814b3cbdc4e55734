/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Per-thread errno with several CPUs, for library functions that have a variant with a `struct _reent`
 * argument. The plain functions use the `struct _reent` shared by all threads. The linker's --wrap
 * redirects each call to this file, which passes the calling thread's own errno instead. These functions
 * use no other member of the structure.
 */
#if CONFIG_CPUS > 1

#include <errno.h>
#include <reent.h>
#include <stddef.h>
#include <stdlib.h>

_Static_assert(offsetof(struct _reent, _errno) == 0,
               "a pointer to _errno must be usable as a pointer to its structure");

static inline struct _reent *own(void)
{
    return (struct _reent *)(void *)&errno;
}

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);
long __wrap_strtol(const char *text, char **end, int base);
unsigned long __wrap_strtoul(const char *text, char **end, int base);
long long __wrap_strtoll(const char *text, char **end, int base);
unsigned long long __wrap_strtoull(const char *text, char **end, int base);

void *__wrap_malloc(size_t bytes)
{
    return _malloc_r(own(), bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return _calloc_r(own(), count, bytes);
}

void *__wrap_realloc(void *p, size_t bytes)
{
    return _realloc_r(own(), p, bytes);
}

long __wrap_strtol(const char *text, char **end, int base)
{
    return _strtol_r(own(), text, end, base);
}

unsigned long __wrap_strtoul(const char *text, char **end, int base)
{
    return _strtoul_r(own(), text, end, base);
}

long long __wrap_strtoll(const char *text, char **end, int base)
{
    return _strtoll_r(own(), text, end, base);
}

unsigned long long __wrap_strtoull(const char *text, char **end, int base)
{
    return _strtoull_r(own(), text, end, base);
}

#endif
