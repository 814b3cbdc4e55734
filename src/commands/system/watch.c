/* SPDX-License-Identifier: BSD-2-Clause */
/* watch: run a command repeatedly until q or Ctrl-C. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/util/text.h>

#define SECONDS_MAX 3600

/* Run a copy of the command's words, because a command may reorder its words. */
static int run_once(int argc, char **argv, int first)
{
    char *words[SPOOR_SHELL_ARGS + 1];

    memcpy(words, argv + first, (size_t)(argc - first) * sizeof words[0]);
    words[argc - first] = NULL;
    return spoor_shell_run_words(argc - first, words);
}

/* @return the number of seconds, or 0 if it isn't valid */
static unsigned long read_seconds(const char *text)
{
    uint32_t s;

    return spoor_text_number(text, &s) && s <= SECONDS_MAX ? s : 0;
}

static void print_title(unsigned long seconds, int argc, char **argv, int first)
{
    spoor_printf("\x1b[H\x1b[2Jevery %lu s, until q or Ctrl-C:", seconds);
    for (int i = first; i < argc; i++) {
        spoor_printf(spoor_text_has(argv[i], ' ') || spoor_text_has(argv[i], '\t') ? " \"%s\"" : " %s",
                     argv[i]);
    }
    spoor_printf("\n");
}

static int watch_command(int argc, char **argv)
{
    bool given = argc > 2 && spoor_text_is(argv[1], "-n");
    int first = given ? 3 : 1, error;
    unsigned long seconds = given ? read_seconds(argv[2]) : 2;

    if (argc <= first || argv[first][0] == '-') {
        return spoor_shell_usage_error(argv[0]);
    }
    if (seconds == 0) {
        spoor_printf("watch: -n \"%s\": seconds are a number from 1 to %d\n", argv[2], SECONDS_MAX);
        return -EINVAL;
    }
    do {
        print_title(seconds, argc, argv, first);
        error = run_once(argc, argv, first);
    } while (error == 0 && spoor_shell_sleep((uint32_t)seconds * 1000, 'q'));
    return error;
}

/* Complete the command to run and its words. */
static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    int first = words->argc > 1 && spoor_text_is(words->argv[1], "-n") ? 3 : 1;
    struct spoor_shell_words rest = {words->argc - first, words->argv + first, words->prefix};

    if (rest.argc < 0) {
        return NULL;
    }
    if (rest.argc == 0) {
        return n < SPOOR_ARRAY_SPREAD_SIZE(spoor_shell_commands) ? spoor_shell_commands[n].name : NULL;
    }
    const struct spoor_shell_command *c = spoor_shell_find(rest.argv[0]);

    return c != NULL && c->complete != NULL ? c->complete(&rest, n) : NULL;
}

SPOOR_SHELL_COMMAND("watch", "run a command every 2 s or SECONDS, until q or Ctrl-C",
                    "[-n SECONDS] COMMAND [WORD...]", watch_command, complete);

#endif
