/* SPDX-License-Identifier: BSD-2-Clause */
/* The shell on the console: lines from the editor to shell_run(). Uses services/console.h. */
#include <errno.h>
#include <stdio.h>
#include <services/console.h>
#include <kernel/thread.h>
#include <shell/edit.h>
#include "shell_priv.h"

#define QUIET_MS 100 /* without input: the burst is over */

static const char *command_name(unsigned n)
{
    return n < ARRAY_SPREAD_SIZE(shell_commands) ? shell_commands[n].name : NULL;
}

static const char *candidate(const struct shell_words *words, unsigned n)
{
    const struct shell_command *c = words->argc > 0 ? shell_find(words->argv[0]) : NULL;

    if (words->argc == 0) {
        return command_name(n);
    }
    return c != NULL && c->complete != NULL ? c->complete(words, n) : NULL;
}

static const struct edit_ops console_ops = {console_write, candidate};

/*
 * A line with bytes missing from its middle is another line: `-d 12` becomes `-d 1`. So after lost input, no
 * line is run until the input pauses.
 */
static bool drop_after_loss(uint32_t *lost)
{
    uint32_t now = console_input_lost();
    char byte;

    if (now == *lost) {
        return false;
    }
    while (console_read(&byte, 1, QUIET_MS) > 0) {
    }
    printf("input came too fast: %lu bytes lost, nothing of it was run\n", (unsigned long)(now - *lost));
    *lost = console_input_lost();
    return true;
}

static char history_data[CONFIG_SHELL_HISTORY_BYTES];
static struct history history = {history_data, sizeof(history_data), 0};

const char *shell_history(unsigned n)
{
    return history_get(&history, n);
}

_Noreturn void shell_loop(const char *prompt)
{
    static struct edit edit;
    uint32_t lost = console_input_lost();

    edit_init(&edit, &console_ops, prompt, &history);
    for (;;) {
        enum edit_result result = EDIT_MORE;

        fflush(stdout);
        edit_begin(&edit);
        while (result == EDIT_MORE) {
            char byte;

            if (console_read(&byte, 1, WAIT_FOREVER) == 1) {
                result = edit_feed(&edit, byte);
            }
        }
        if (drop_after_loss(&lost) || result == EDIT_DROPPED) {
            continue;
        }
        if (result == EDIT_TOO_LONG) {
            shell_refuse_long_line();
        } else {
            shell_stop_begin();
            shell_run(edit.line);
        }
    }
}
