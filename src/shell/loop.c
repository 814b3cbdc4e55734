/* SPDX-License-Identifier: BSD-2-Clause */
/* The shell on the console: passes lines from the editor to spoor_shell_run(). Uses services/console.h. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdio.h>
#include <services/console.h>
#include <kernel/thread.h>
#include <spoor/shell/edit.h>
#include "shell_priv.h"

#define QUIET_MS 100 /* after this time without input a burst is over */

static const char *command_name(unsigned n)
{
    return n < SPOOR_ARRAY_SPREAD_SIZE(spoor_shell_commands) ? spoor_shell_commands[n].name : NULL;
}

static const char *candidate(const struct spoor_shell_words *words, unsigned n)
{
    const struct spoor_shell_command *c = words->argc > 0 ? spoor_shell_find(words->argv[0]) : NULL;

    if (words->argc == 0) {
        return command_name(n);
    }
    return c != NULL && c->complete != NULL ? c->complete(words, n) : NULL;
}

static const struct spoor_edit_ops console_ops = {console_write, candidate};

/*
 * A line with lost bytes may be a different valid line: `-d 12` becomes `-d 1`. After input was lost, discard
 * everything until the input pauses.
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
    printf("input overrun: %lu bytes lost, line discarded\n", (unsigned long)(now - *lost));
    *lost = console_input_lost();
    return true;
}

static char spoor_history_data[CONFIG_SHELL_HISTORY_BYTES];
static struct spoor_history history = {spoor_history_data, sizeof(spoor_history_data), 0};

const char *spoor_shell_history(unsigned n)
{
    return spoor_history_get(&history, n);
}

_Noreturn void spoor_shell_loop(const char *prompt)
{
    static struct spoor_edit edit;
    uint32_t lost = console_input_lost();

    spoor_edit_init(&edit, &console_ops, prompt, &history);
    for (;;) {
        enum spoor_edit_result result = SPOOR_EDIT_MORE;

        fflush(stdout);
        spoor_edit_begin(&edit);
        while (result == SPOOR_EDIT_MORE) {
            char byte;

            if (console_read(&byte, 1, WAIT_FOREVER) == 1) {
                result = spoor_edit_feed(&edit, byte);
            }
        }
        if (drop_after_loss(&lost) || result == SPOOR_EDIT_DROPPED) {
            continue;
        }
        if (result == SPOOR_EDIT_TOO_LONG) {
            spoor_shell_refuse_long_line();
        } else {
            spoor_shell_stop_begin();
            spoor_shell_run(edit.line);
        }
    }
}

#endif
