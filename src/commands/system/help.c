/* SPDX-License-Identifier: BSD-2-Clause */
/* help: list the commands, the profiler's first, or print the usage of one. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdbool.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/util/text.h>

static bool is_of_profiler(const struct spoor_shell_command *c)
{
    return spoor_text_after(c->name, "trace_") != NULL;
}

/* @return the number of commands in the group */
static unsigned list_group(struct spoor_table *t, bool of_profiler)
{
    unsigned n = 0;

    spoor_array_spread_foreach_ptr(c, spoor_shell_commands)
    {
        if (is_of_profiler(c) == of_profiler) {
            spoor_table_text(t, c->name);
            spoor_table_text(t, c->summary);
            n++;
        }
    }
    return n;
}

static void list(void)
{
    static const char columns[] = "<Command\0<Summary";
    struct spoor_table t;

    spoor_table_begin(&t, columns, 2);
    while (spoor_table_pass(&t)) {
        if (list_group(&t, true) != 0) {
            spoor_table_text(&t, "");
            spoor_table_text(&t, "");
        }
        list_group(&t, false);
    }
    spoor_printf("help COMMAND shows its usage. Tab completes, up and down recall lines.\n");
}

static int help_command(int argc, char **argv)
{
    const struct spoor_shell_command *c;

    if (argc > 2) {
        return spoor_shell_usage_error(argv[0]);
    }
    if (argc == 1) {
        list();
        return 0;
    }
    c = spoor_shell_find(argv[1]);
    if (c == NULL) {
        return spoor_shell_refuse_name(argv[1]);
    }
    spoor_shell_print_usage(c);
    return 0;
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    (void)words;
    return n < SPOOR_ARRAY_SPREAD_SIZE(spoor_shell_commands) ? spoor_shell_commands[n].name : NULL;
}

SPOOR_SHELL_COMMAND("help", "list commands, or show the usage of one", "[COMMAND]", help_command, complete);

#endif
