/* SPDX-License-Identifier: BSD-2-Clause */
/* Run the shell's commands from another system's command line, or from a byte stream with the line editor. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/shell/edit.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include "spoor_port.h"

#define SLEEP_STEP_MS 10

static bool interrupted; /* spoor_shell_byte() received Ctrl-C while a line ran */
static char typed;       /* the last key typed since the line began, or '\0' */
static bool running;
static spoor_out output; /* NULL: output is discarded */

/* ------------------------------------------------------------------ the shell's own needs */

void spoor_shell_write(const char *text, size_t n)
{
    if (output != NULL) {
        output(text, n);
    }
}

bool spoor_shell_stopped(void)
{
    return interrupted;
}

uint64_t spoor_shell_now_ns(void)
{
    return spoor_now_ns();
}

bool spoor_shell_sleep(uint32_t ms, char key)
{
    uint64_t until = spoor_now_ns() + ms * UINT64_C(1000000);
    bool ended;

    while (!(ended = spoor_shell_stopped() || (key != '\0' && typed == key)) && spoor_now_ns() < until) {
        spoor_port_sleep(SLEEP_STEP_MS);
    }
    return !ended;
}

int spoor_shell_refuse_name(const char *name)
{
    spoor_printf("%s: no such command; see help\n", name);
    return -ENOENT;
}

/* ------------------------------------------------------------------ lines */

int spoor_shell_line(const char *line, spoor_out out)
{
    int result;

    interrupted = false;
    typed = '\0';
    running = true;
    output = out;
    if (spoor_error() != NULL) {
        spoor_printf("spoor: %s\n", spoor_error());
    }
    result = spoor_shell_run(line);
    output = NULL;
    running = false;
    return result;
}

void spoor_print_blocks(spoor_out out)
{
    (void)spoor_shell_line("trace_blocks -s", out);
}

void spoor_print_points(spoor_out out)
{
    (void)spoor_shell_line("trace_points -s", out);
}

/* ------------------------------------------------------------------ the editor */

static spoor_out terminal;

/* The editor's '\n' moves to the start of the next line: a terminal needs "\r\n". */
static void write_terminal(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            terminal("\r\n", 2);
        } else {
            terminal(text + i, 1);
        }
    }
}

static const char *candidate(const struct spoor_shell_words *words, unsigned n)
{
    const struct spoor_shell_command *c = words->argc > 0 ? spoor_shell_find(words->argv[0]) : NULL;

    if (words->argc == 0) {
        return n < SPOOR_ARRAY_SPREAD_SIZE(spoor_shell_commands) ? spoor_shell_commands[n].name : NULL;
    }
    return c != NULL && c->complete != NULL ? c->complete(words, n) : NULL;
}

static const struct spoor_edit_ops ops = {write_terminal, candidate};
static char history_data[CONFIG_SHELL_HISTORY_BYTES];
static struct spoor_history history = {history_data, sizeof history_data, 0};
static struct spoor_edit edit;

const char *spoor_shell_history(unsigned n)
{
    return spoor_history_get(&history, n);
}

#define CTRL_C 3

void spoor_shell_byte(char byte, spoor_out out)
{
    static bool begun;
    enum spoor_edit_result result;

    if (running) { /* called from an interrupt or another thread */
        interrupted = interrupted || byte == CTRL_C;
        typed = byte;
        return;
    }
    terminal = out;
    if (!begun) {
        begun = true;
        spoor_edit_init(&edit, &ops, "> ", &history);
        spoor_edit_begin(&edit);
    }
    result = spoor_edit_feed(&edit, byte);
    if (result == SPOOR_EDIT_MORE) {
        return;
    }
    if (result == SPOOR_EDIT_LINE) {
        (void)spoor_shell_line(edit.line, write_terminal);
    } else if (result == SPOOR_EDIT_TOO_LONG) {
        output = write_terminal;
        (void)spoor_shell_refuse_long_line();
        output = NULL;
    }
    spoor_edit_begin(&edit);
}

#endif
