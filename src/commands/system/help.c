/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * help: the commands there are, and how one is used.
 */
#include <errno.h>
#include <stdio.h>
#include <shell/shell.h>
#include <shell/table.h>

static void list(void)
{
    static const struct table_column columns[] = {{"Command", TABLE_LEFT}, {"Summary", TABLE_LEFT}};
    struct table t;

    table_begin(&t, columns, 2);
    while (table_pass(&t)) {
        array_spread_foreach_ptr (c, shell_commands) {
            table_cell(&t, "%s", c->name);
            table_cell(&t, "%s", c->summary);
        }
    }
    printf("help COMMAND tells how one is used. Tab completes, up and down recall lines.\n");
}

static int help_command(int argc, char **argv)
{
    const struct shell_command *c;

    if (argc > 2) {
        return shell_usage_error(argv[0]);
    }
    if (argc == 1) {
        list();
        return 0;
    }
    c = shell_find(argv[1]);
    if (c == NULL) {
        printf("help: %s: no such command; help alone lists them\n", argv[1]);
        return -ENOENT;
    }
    shell_print_usage(c);
    return 0;
}

static const char *complete(const struct shell_words *words, unsigned n)
{
    (void)words;
    return n < ARRAY_SPREAD_SIZE(shell_commands) ? shell_commands[n].name : NULL;
}

SHELL_COMMAND("help", "list commands, or tell how one is used", "[COMMAND]", help_command, complete);
