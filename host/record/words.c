/* SPDX-License-Identifier: BSD-2-Clause */
/* The refusal of a line begins with the name of the command. A panic or fault is the last output of a target.
 */
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include <record/words.h>

/* Refusals without the name of a command. */
static const char *const refusals[] = {"the line ends inside a quote", "too many words: ", "line too long: "};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* `trace_stream status`, --help and -h print text in the same form. */
static bool is_answer(const struct words *w, const char *line)
{
    return strstr(line, " -h") != NULL || strstr(line, " --help") != NULL ||
           begins(w->line, "trace_stream: on, ") || begins(w->line, "trace_stream: off, ");
}

/* @return whether the console's line is the refusal of the typed line */
static bool is_refusal(const struct words *w, const char *line)
{
    const char *command = line != NULL ? line + strspn(line, " ") : "";

    if (begins(command, WORDS_COMMAND) && !begins(w->line, WORDS_COMMAND)) {
        command += strlen(WORDS_COMMAND);
    }
    size_t n = strcspn(command, " ");

    for (size_t i = 0; line != NULL && i < COUNT_OF(refusals); i++) {
        if (begins(w->line, refusals[i])) {
            return true;
        }
    }
    return n != 0 && strncmp(w->line, command, n) == 0 && strncmp(w->line + n, ": ", 2) == 0 &&
           !is_answer(w, line);
}

/* The shell echoes the line after its prompt. */
static bool is_echo(const struct words *w)
{
    size_t n = w->typed != NULL ? strlen(w->typed) : 0;

    return n != 0 && w->used > n && strcmp(w->line + w->used - n, w->typed) == 0;
}

/* A shell wraps long answers; continuation lines begin with blanks. */
static void take_rest(struct words *w)
{
    size_t used = strlen(w->refused);

    snprintf(w->refused + used, sizeof w->refused - used, " %s", w->line + strspn(w->line, " "));
}

static void take_answer(struct words *w)
{
    bool goes_on = w->refusing && w->line[0] == ' ';

    w->refusing = goes_on;
    if (goes_on) {
        take_rest(w);
    } else if (is_echo(w)) {
        w->echoed = true;
        snprintf(w->prompt, sizeof w->prompt, "%.*s", (int)(w->used - strlen(w->typed)), w->line);
    } else if (w->refused_line[0] == 0 && is_refusal(w, w->typed)) {
        snprintf(w->refused_line, sizeof w->refused_line, "%s", w->typed);
        memcpy(w->refused, w->line, sizeof w->refused);
        w->refusing = true;
    }
}

static void end_line(struct words *w)
{
    size_t used = strlen(w->last);

    w->line[w->used] = 0;
    if (w->used != 0 && (used != 0 || begins(w->line, "panic: ") || begins(w->line, "fault: "))) {
        snprintf(w->last + used, sizeof w->last - used, "%s%s", used != 0 ? "\n" : "", w->line);
    } else {
        take_answer(w);
    }
    w->used = 0;
}

void words_take(struct words *w, char c)
{
    if (w->escape) {
        w->escape = c == '[' || c == ';' || c == '?' || (c >= '0' && c <= '9');
    } else if (c == '\033') {
        w->escape = true;
    } else if (c == '\n') {
        end_line(w);
    } else if ((unsigned char)c >= ' ' && w->used < sizeof w->line - 1) {
        w->line[w->used++] = c;
    }
}

void words_typed(struct words *w, const char *line)
{
    w->typed = line;
    w->echoed = false;
}

bool words_at_prompt(const struct words *w)
{
    return w->used != 0 && w->used == strlen(w->prompt) && memcmp(w->line, w->prompt, w->used) == 0;
}

void words_end(struct words *w)
{
    end_line(w);
}

bool words_no_events(const struct words *w)
{
    /* Shells of this source tree add which image has the command. */
    static const char *const absent[] = {"trace_stream: no such command", "trace_events: no such command",
                                         "trace_stream: not in this image",
                                         "trace_events: not in this image"};

    for (unsigned n = 0; n < COUNT_OF(absent); n++) {
        if (strncmp(w->refused, absent[n], strlen(absent[n])) == 0) {
            return true;
        }
    }
    return false;
}
