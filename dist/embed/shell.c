/* SPDX-License-Identifier: BSD-2-Clause */
/* The shell's commands from another system's command line, or from a byte stream with the line editor. */
#include <errno.h>
#include <shell/edit.h>
#include <shell/shell.h>
#include "port_api.h"
#include "print.h"
#include "spoor_api.h"

#define SLEEP_STEP_MS 10

static bool interrupted; /* Ctrl-C came by spoor_shell_byte() while a line ran */
static char typed;       /* the last key typed since, or '\0' */
static bool running;

/* ------------------------------------------------------------------ the shell's own needs */

bool shell_stopped(void)
{
    return interrupted;
}

uint64_t shell_now_ns(void)
{
    return spoor_now_ns();
}

bool shell_sleep(uint32_t ms, char key)
{
    uint64_t until = spoor_now_ns() + ms * UINT64_C(1000000);
    bool ended;

    while (!(ended = shell_stopped() || (key != '\0' && typed == key)) && spoor_now_ns() < until) {
        spoor_port_sleep(SLEEP_STEP_MS);
    }
    return !ended;
}

/* ------------------------------------------------------------------ lines */

int spoor_shell_line(const char *line, spoor_out out)
{
    int result;

    interrupted = false;
    typed = '\0';
    running = true;
    spoor_print_to(out);
    if (spoor_error() != NULL) {
        printf("spoor: %s\n", spoor_error());
    }
    result = shell_run(line);
    spoor_print_to(NULL);
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

/* '\n' of the editor is the start of the next line. */
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

static const char *candidate(const struct shell_words *words, unsigned n)
{
    const struct shell_command *c = words->argc > 0 ? shell_find(words->argv[0]) : NULL;

    if (words->argc == 0) {
        return n < ARRAY_SPREAD_SIZE(shell_commands) ? shell_commands[n].name : NULL;
    }
    return c != NULL && c->complete != NULL ? c->complete(words, n) : NULL;
}

static const struct edit_ops ops = {write_terminal, candidate};
static char history_data[CONFIG_SHELL_HISTORY_BYTES];
static struct history history = {history_data, sizeof history_data, 0};
static struct edit edit;

const char *shell_history(unsigned n)
{
    return history_get(&history, n);
}

#define CTRL_C 3

void spoor_shell_byte(char byte, spoor_out out)
{
    static bool begun;
    enum edit_result result;

    if (running) { /* from an interrupt, or another thread */
        interrupted = interrupted || byte == CTRL_C;
        typed = byte;
        return;
    }
    terminal = out;
    if (!begun) {
        begun = true;
        edit_init(&edit, &ops, "> ", &history);
        edit_begin(&edit);
    }
    result = edit_feed(&edit, byte);
    if (result == EDIT_MORE) {
        return;
    }
    if (result == EDIT_LINE) {
        (void)spoor_shell_line(edit.line, write_terminal);
    } else if (result == EDIT_TOO_LONG) {
        spoor_print_to(write_terminal);
        (void)shell_refuse_long_line();
        spoor_print_to(NULL);
    }
    edit_begin(&edit);
}
