/* SPDX-License-Identifier: BSD-2-Clause */
/* Refuse a command that doesn't exist; if another image has it, name that image. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/util/text.h>

SPOOR_ARRAY_SPREAD_DEF(struct spoor_shell_absent, spoor_shell_absent);

int spoor_shell_refuse_name(const char *name)
{
    spoor_array_spread_foreach_ptr(a, spoor_shell_absent)
    {
        if (spoor_text_is(a->name, name)) {
            spoor_printf("%s: not in this image; build it with CONFIG := %s, or run %s\n", name, a->setting,
                         a->image);
            return -ENOENT;
        }
    }
    spoor_printf("%s: no such command; see help\n", name);
    return -ENOENT;
}

#endif
