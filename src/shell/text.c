/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts in texts. Portable. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include <spoor/shell/shell.h>

bool spoor_shell_has(const char *text, const char *part)
{
    size_t length = strlen(part);

    while (strncmp(text, part, length) != 0) {
        if (*text++ == '\0') {
            return false;
        }
    }
    return true;
}

#endif
