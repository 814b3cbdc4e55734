/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of `spoor record`: why it ended, what was recorded, and which commands to type next. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <base/quote.h>
#include <cli/cli.h>
#include <record/end.h>
#include "record_end.h"

/* Print the next commands, so that they can be copied. */
static void print_next(const char *program, const char *elf_path, const char *path)
{
    char words[8192] = "";

    if (elf_path != NULL) {
        quote_word(words, sizeof words, elf_path);
    } else {
        snprintf(words, sizeof words, "ELF");
    }
    quote_word(words, sizeof words, path);
    fprintf(stderr, "  %s timeline --elf %s\n  %s stats sched --summary --elf %s\n", program, words, program,
            words);
}

/* @return false if the recording has no events; true if that is unknown */
static bool print_counts(const struct record_of *of, const struct spoor_report *report)
{
    struct record_counts c = record_count(of->path, of->elf, report);

    if (c.unknown) {
        fprintf(stderr, "%s: recorded; its events weren't counted. Next:\n", of->path);
    } else if (c.events != 0) {
        fprintf(stderr, "%s: %" PRIu64 " events in %.3f s, %" PRIu64 " lost. Next:\n", of->path, c.events,
                c.seconds, c.lost);
    } else {
        return false;
    }
    print_next(cli_program, of->elf, of->path);
    return true;
}

static bool report_refused(const struct words *w)
{
    if (w->refused_line[0] == 0) {
        return false;
    }
    fprintf(stderr, "spoor: the target refused `%s`: %s\n", w->refused_line, w->refused);
    if (words_no_events(w)) {
        fprintf(stderr, "spoor: this image has no events to record; build one with TRACE_EVENTS=1, such as "
                        "demo-events.elf (docs/events.md)\n");
    }
    return true;
}

static bool report_early(const struct recording *r, const char *board)
{
    switch (r->end) {
    case RECORD_STUCK:
        fprintf(stderr,
                "spoor: %s: timed out after a minute waiting for a prompt: expected \"%s\" (--prompt), got "
                "\"%s\"\n",
                r->name, r->prompt != NULL ? r->prompt : PROMPT_USUAL, r->words.line);
        return true;
    case RECORD_SILENT:
        fprintf(stderr,
                "spoor: %s: the image printed nothing and sent nothing. Was it built for the board %s?\n",
                r->name, board);
        return true;
    case RECORD_IDLE:
        fprintf(stderr,
                "spoor: %s: the image doesn't stream by itself. Give lines for its shell, such as -- "
                "'trace_stream on' 'sleep 1000', or an image built with TRACE_STREAM=1.\n",
                r->name);
        return true;
    default:
        return false;
    }
}

static void report_no_events(const struct recording *r, const char *path)
{
    if (r->packets != 0) {
        fprintf(stderr, "spoor: %s: packets were received, but no events\n", path);
    } else {
        fprintf(
            stderr,
            "spoor: %s: no events came; is streaming on? `trace_stream on` at the target's shell starts it, "
            "or -- 'trace_stream on' at the end of this command\n",
            path);
    }
}

int record_finish(struct recording *r, const struct record_of *of, const struct spoor_report *report,
                  int status)
{
    char why[RECORD_WHY_BYTES];

    record_close(r, status, why);
    bool ended = why[0] != 0;

    if (ended) {
        fprintf(stderr, "spoor: the target ended by itself: %s\n", why);
    }
    bool refused = report_refused(&r->words), early = report_early(r, of->board);

    if (r->error != 0) {
        fprintf(stderr, "spoor: %s: %s\n", of->path, strerror(r->error));
        return CLI_UNREADABLE;
    }
    bool some = print_counts(of, report);

    if (!some && !ended && !refused && !early) {
        report_no_events(r, of->path);
    }
    return !some || ended || refused || early ? CLI_WRONG : CLI_OK;
}
