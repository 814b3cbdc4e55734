/* SPDX-License-Identifier: BSD-2-Clause */
/* What the sources of this folder share. */
#ifndef WINDOWS_UTF8_H
#define WINDOWS_UTF8_H

#include <wchar.h>

#define WIDE_MAX 4096

/** Convert UTF-8. /dev/null is NUL. @return `to`, of WIDE_MAX characters; NULL: errno is set */
const wchar_t *wide(const char *text, wchar_t *to);

/** Convert to UTF-8. @param size  of `to` @return the length; 0: it doesn't fit */
size_t narrow(const wchar_t *text, char *to, size_t size);

/** Set errno to that of an error of the system. @return -1 */
int failed(unsigned long error);

#endif
