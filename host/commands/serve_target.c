/* SPDX-License-Identifier: BSD-2-Clause */
/* What the page asks for is one of three lines, so that the token gives no access to the rest of the shell.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <record/operate.h>
#include "serve_target.h"

/* @return CLI_OK, or an exit status after a message */
static int open_target(const struct serve_target *s, struct target *t)
{
    const char *where = s->source, *wrong = NULL;
    bool one_port = s->console != NULL && strcmp(s->source, s->console) == 0;

    *t = (struct target){-1, -1, -1, 0};
    if (s->qemu != NULL) {
        return target_start(t, &(struct target_image){.board = s->qemu, .elf = s->source}, &where, &wrong)
                   ? CLI_OK
                   : cli_failed(where, wrong);
    }
    t->link = one_port ? -1 : source_open(s->source, s->baud, &wrong);
    if (!one_port && t->link < 0) {
        return cli_failed(s->source, wrong);
    }
    t->console_in = t->console_out = source_open(s->console, s->baud, &wrong);
    return t->console_in >= 0 ? CLI_OK : cli_failed(s->console, wrong);
}

int serve_target_begin(const struct serve_target *target, int file, char **lines)
{
    static char *usual[] = {"trace_stream on", NULL};
    struct target t;
    char answer[WORDS_LAST];
    int result = open_target(target, &t);

    if (result == CLI_OK && !operate_begin(t, file)) {
        result = cli_failed(target->source, strerror(errno));
    }
    for (char **line = lines != NULL && *lines != NULL ? lines : usual; result == CLI_OK && *line != NULL;
         line++) {
        if (!operate_type(*line, answer, sizeof answer)) {
            fprintf(stderr, "spoor: `%s`: %s\n", *line, answer);
            result = CLI_WRONG;
        }
    }
    return result;
}

/* @return whether a text is the name of an event, and so a single word of the shell */
static bool is_name(const char *text)
{
    return text[0] != 0 &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
}

enum serve_asked serve_target_ask(const char *what, const char *event, const char *frames, char *answer,
                                  size_t size)
{
    char line[WORDS_LINE];

    if (what != NULL && strcmp(what, "start") == 0) {
        snprintf(line, sizeof line, "trace_stream on");
    } else if (what != NULL && strcmp(what, "stop") == 0) {
        snprintf(line, sizeof line, RECORD_OFF);
    } else if (what != NULL && strcmp(what, "stack") == 0 && event != NULL && is_name(event) &&
               frames != NULL) {
        snprintf(line, sizeof line, "trace_events -k %s %lu", event, strtoul(frames, NULL, 10));
    } else {
        return SERVE_UNKNOWN;
    }
    return operate_type(line, answer, size) ? SERVE_DONE : SERVE_REFUSED;
}
