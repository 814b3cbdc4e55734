/* SPDX-License-Identifier: BSD-2-Clause */
/* Find and run commands. Commands are in a spread array. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/util/text.h>
#include "shell_priv.h"

const struct spoor_shell_command *spoor_shell_find(const char *name)
{
    spoor_array_spread_foreach_ptr(c, spoor_shell_commands)
    {
        if (spoor_text_is(c->name, name)) {
            return c;
        }
    }
    return NULL;
}

int spoor_shell_print_word(const char *word, int n, int column, int indent)
{
    if (column + 1 + n >= SPOOR_SHELL_SCREEN_COLUMNS) {
        spoor_printf("\n%*s", indent, "");
        column = indent;
    }
    return column + spoor_printf(" %.*s", n, word);
}

static void print_usage(const struct spoor_shell_command *c)
{
    spoor_printf(c->usage[0] != '\0' ? "usage: %s %s\n" : "usage: %s\n", c->name, c->usage);
}

int spoor_shell_usage_error(const char *name)
{
    spoor_printf("%s: ", name);
    print_usage(spoor_shell_find(name));
    return -EINVAL;
}

static int refuse(int error)
{
    if (error == -EINVAL) {
        spoor_printf("the line ends inside a quote or after a backslash\n");
    } else {
        spoor_printf("too many words: at most %d\n", SPOOR_SHELL_ARGS);
    }
    return error;
}

int spoor_shell_refuse_long_line(void)
{
    spoor_printf("line too long: at most %d characters\n", SPOOR_SHELL_LINE_BYTES - 1);
    return -E2BIG;
}

void spoor_shell_print_usage(const struct spoor_shell_command *c)
{
    static char own[] = "-h";
    char *words[] = {(char *)(uintptr_t)c->name, own, NULL};

    if (spoor_text_after(c->usage, "[-h]") != NULL) {
        (void)c->run(2, words); /* prints more than the usage */
    } else {
        spoor_printf("%s: %s\n", c->name, c->summary);
        print_usage(c);
    }
}

/* Every command accepts --help, and also -h unless its first word may be anything. */
static bool wants_help(const struct spoor_shell_command *c, int argc, char **argv)
{
    return argc == 2 && (spoor_text_is(argv[1], "--help") ||
                         (spoor_text_is(argv[1], "-h") && spoor_text_after(c->usage, "[WORD") == NULL));
}

int spoor_shell_run_words(int argc, char **argv)
{
    const struct spoor_shell_command *c = spoor_shell_find(argv[0]);

    if (c == NULL) {
        return spoor_shell_refuse_name(argv[0]);
    }
    if (wants_help(c, argc, argv)) {
        spoor_shell_print_usage(c);
        return 0;
    }
    return c->run(argc, argv);
}

int spoor_shell_run(const char *line)
{
    char words[SPOOR_SHELL_LINE_BYTES];
    char *argv[SPOOR_SHELL_ARGS + 1];
    int argc;

    if (strlen(line) >= sizeof(words)) {
        return spoor_shell_refuse_long_line();
    }
    (void)spoor_text_put(words, line);
    argc = spoor_shell_split(words, argv, SPOOR_SHELL_ARGS);
    if (argc < 0) {
        return refuse(argc);
    }
    if (argc == 0) {
        return 0;
    }
    argv[argc] = NULL;
    return spoor_shell_run_words(argc, argv);
}

#endif
