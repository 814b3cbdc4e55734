/* SPDX-License-Identifier: BSD-2-Clause */
/* Their sources aren't compiled for these systems (scripts/rulelib/host.py), so they are named here. */
#include <stdio.h>
#include <string.h>
#include <base/system.h>
#include <cli/absent.h>

struct absent {
    const char *name, *needs;
};

static const struct absent commands[] = {
#if !SYSTEM_DEVICES
    {"record", "an emulator or a serial port"},
#endif
#if !SYSTEM_LIBRARIES
    {"serve", SYSTEM_DEVICES ? "libmicrohttpd" : "a network"},
    {"sql", "SQLite"},
    {"top", SYSTEM_DEVICES ? "ncurses" : "a running target"},
    {"tui", SYSTEM_DEVICES ? "ncurses" : "a terminal"},
#endif
    {NULL, NULL}};

static const struct absent formats[] = {
#if !SYSTEM_LIBRARIES
    {"otf2", "the library of OTF2"},
    {"sqlite", "SQLite"},
#endif
    {NULL, NULL}};

static bool report(const struct absent *list, const char *what, const char *name)
{
    for (; list->name != NULL; list++) {
        if (strcmp(list->name, name) == 0) {
            fprintf(stderr, "spoor: `%s%s` isn't in this build of spoor: it needs %s. Use the %s.\n", what,
                    name, list->needs, SYSTEM_DEVICES ? "tool for Linux" : "native tool");
            return true;
        }
    }
    return false;
}

bool absent_command(const char *name)
{
    return report(commands, "spoor ", name);
}

bool absent_format(const char *name)
{
    return report(formats, "spoor export --to ", name);
}
