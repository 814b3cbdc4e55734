/* SPDX-License-Identifier: BSD-2-Clause */
/* An answer may hold what a prompt ends in, and a console may not show what is typed: silence decides. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <record/prompt.h>
#include <record/record.h>

#define STILL_MS 50   /* an answer doesn't stop for so long in its middle, as a rule */
#define ECHO_MS  2000 /* after so long at a prompt, it is one, and a line that was typed won't be shown */

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
 * A prompt from before the line was read isn't the one after it. A console that doesn't show what is typed
 * is known by its silence.
 */
static bool is_answered(struct prompt *p, const struct recording *r, uint64_t now)
{
    uint64_t since = p->typed > p->said ? p->typed : p->said;

    if (r->words.typed == NULL || r->words.echoed) {
        return true;
    }
    p->mute |= now - since > ECHO_MS;
    return p->mute;
}

/* @return whether this is the whole prompt, or nothing follows */
static bool is_prompt(const struct prompt *p, const struct recording *r, uint64_t now)
{
    return p->shown && (words_at_prompt(&r->words) ||
                        (r->words.prompt[0] == 0 && now - p->said >= STILL_MS) || now - p->said >= ECHO_MS);
}

/* The lines after a refused one were to follow one that worked: only the end of the stream is left. */
static void skip_to_last(struct prompt *p)
{
    while (p->line[1] != NULL) {
        p->line++;
    }
    p->line += strcmp(*p->line, RECORD_OFF) != 0;
}

bool prompt_type(struct prompt *p, struct recording *r, bool ending, uint64_t now)
{
    bool refused = r->words.refused_line != NULL;

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

    if (p->is_zephyr && strncmp(line, "trace_", 6) == 0) {
        snprintf(p->with_command[refused], WORDS_LINE, WORDS_COMMAND "%s", line);
        line = p->with_command[refused];
    }
    p->shown = false;
    p->typed = now;
    words_typed(&r->words, line);
    return write(r->target.console_in, line, strlen(line)) >= 0 && write(r->target.console_in, "\n", 1) >= 0;
}
