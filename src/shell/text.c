/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts in texts. Portable. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>
#include <spoor/util/text.h>

bool spoor_shell_has(const char *text, const char *part)
{
    while (spoor_text_after(text, part) == NULL) {
        if (*text++ == '\0') {
            return false;
        }
    }
    return true;
}

#endif
