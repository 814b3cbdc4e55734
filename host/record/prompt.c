/* SPDX-License-Identifier: BSD-2-Clause */
/* An answer may contain the end of a prompt, and a console may have no echo. So silence decides what a prompt
 * is. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <record/prompt.h>
#include <record/record.h>

#define STILL_MS 50   /* an answer rarely pauses this long */
#define WAKE_MS  1000 /* a shell that is silent this long has printed its prompt before */
#define ECHO_MS  2000 /* after this time text is taken for a prompt, and an echo isn't expected any more */

static bool ends_in(const struct words *w, const char *text)
{
    size_t n = strlen(text);

    return w->used >= n && memcmp(w->line + w->used - n, text, n) == 0;
}

void prompt_look(struct prompt *p, const struct recording *r)
{
    p->is_zephyr = r->prompt == NULL && ends_in(&r->words, PROMPT_ZEPHYR);
    p->shown = p->is_zephyr || ends_in(&r->words, r->prompt != NULL ? r->prompt : PROMPT_USUAL);
}

bool prompt_done(const struct prompt *p)
{
    return *p->line == NULL;
}

bool prompt_at_last(const struct prompt *p)
{
    return prompt_done(p) || strcmp(*p->line, RECORD_OFF) == 0;
}

/*
 * A prompt printed before the shell read the line isn't the prompt after the line. A console without echo is
 * detected by its silence.
 */
static bool is_answered(struct prompt *p, const struct recording *r, uint64_t now)
{
    uint64_t since = p->typed > p->text_at ? p->typed : p->text_at;

    if (r->words.typed == NULL || r->words.echoed) {
        return true;
    }
    p->mute |= now - since > ECHO_MS;
    return p->mute;
}

/* @return whether the prompt is complete, or no text follows */
static bool is_prompt(const struct prompt *p, const struct recording *r, uint64_t now)
{
    return p->shown &&
           (words_at_prompt(&r->words) || (r->words.prompt[0] == 0 && now - p->text_at >= STILL_MS) ||
            now - p->text_at >= ECHO_MS);
}

/* Lines after a refused one depend on it: skip all but the end of the stream. */
static void skip_to_last(struct prompt *p)
{
    while (p->line[1] != NULL) {
        p->line++;
    }
    p->line += strcmp(*p->line, RECORD_OFF) != 0;
}

/* @return whether a line is a command of Spoor, which is a subcommand in Zephyr's shell */
static bool is_own(const char *line)
{
    size_t n = strcspn(line, " ");

    return strncmp(line, "trace_", 6) == 0 || (n == 8 && strncmp(line, "coverage", n) == 0) ||
           (n == 6 && strncmp(line, "tbprof", n) == 0);
}

bool prompt_wake(struct prompt *p, const struct recording *r, uint64_t now)
{
    uint64_t since = p->typed > p->text_at ? p->typed : p->text_at;

    if (p->woken || p->shown || r->words.typed != NULL || r->target.child != 0 || now - since < WAKE_MS) {
        return true;
    }
    p->woken = true;
    return write(r->target.console_in, "\n", 1) >= 0;
}

bool prompt_type(struct prompt *p, struct recording *r, bool ending, uint64_t now)
{
    bool refused = r->words.refused_line[0] != 0;

    if (!is_prompt(p, r, now) || !is_answered(p, r, now)) {
        return true;
    }
    if (refused && !prompt_done(p)) {
        skip_to_last(p);
    }
    if ((r->until || r->limit_ms != 0) && !ending && !refused && prompt_at_last(p)) {
        return true;
    }
    if (prompt_done(p)) {
        return false;
    }
    const char *line = *p->line++;

    if (p->is_zephyr && is_own(line)) {
        snprintf(p->with_command, sizeof p->with_command, WORDS_COMMAND "%s", line);
        line = p->with_command;
    }
    p->shown = false;
    p->typed = now;
    words_typed(&r->words, line);
    return write(r->target.console_in, line, strlen(line)) >= 0 && write(r->target.console_in, "\n", 1) >= 0;
}
