/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor explain: what is wrong in a recording, in words. */
#include <string.h>
#include <analysis/findings.h>
#include <base/quote.h>
#include <cli/cli.h>
#include <query/tables.h>

static struct {
    bool json;
    uint64_t top, deadline_ns;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"deadline", 0, OPTION_SPAN, &given.deadline_ns, "TIME",
     "The deadline of threads that don't declare one."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N findings."},
    {"json", 0, OPTION_FLAG, &given.json, NULL,
     "Write one JSON object per line: the table `findings` of `spoor stats`."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static bool nth_detector(unsigned n, struct cli_choice *c)
{
    const struct detector *d = detector_nth(n);

    *c = d != NULL ? (struct cli_choice){NULL, d->name, d->summary} : (struct cli_choice){NULL};
    return d != NULL;
}

static const struct cli_choices detectors = {"findings", "It finds:", nth_detector};

static const char description[] =
    "`spoor explain` looks through the tables of `spoor stats` for what is wrong, and prints a paragraph for "
    "each "
    "finding, with a command that shows it. Failures come first: a limit was exceeded, or data was lost. "
    "What only "
    "costs time follows, the most expensive first. The last paragraph names the tables that couldn't be "
    "looked "
    "at, since their events weren't recorded.\n\n"
    "That nothing was found means that nothing exceeded the limits below in this recording.";

static const struct doc_item examples[] = {
    {"spoor explain -e ELF FILE", "Explain what is wrong in a recording."},
    {"spoor explain --range 1.5..2 -e ELF FILE", "Explain half a second of it."},
    {"spoor explain --json -e ELF FILE", "Write the findings for a program."},
    {NULL}};

/* ------------------------------------------------------------------ paragraphs */

#define WIDTH 79

struct telling {
    struct cli *cli;
    uint64_t findings;
    char files[2400];    /* what follows each command */
    char unseen[1000];   /* tables that can't be made */
    const char *command; /* the row's */
};

static void put_filled(struct out *o, const char *text)
{
    size_t column = 0;

    while (*text != 0) {
        size_t n = strcspn(text, " ");

        if (column != 0 && column + 1 + n > WIDTH) {
            out_char(o, '\n');
            column = 0;
        }
        if (column != 0) {
            out_char(o, ' ');
            column++;
        }
        out_bytes(o, text, n);
        column += n;
        text += n + (text[n] == ' ');
    }
    out_char(o, '\n');
}

static void add_option(struct telling *t, const char *option, const char *value)
{
    if (value != NULL) {
        quote_word(t->files, sizeof t->files, option);
        quote_word(t->files, sizeof t->files, value);
    }
}

/* The options and files of this command line, for the commands that are printed. */
static void keep_files(struct telling *t)
{
    const struct input *in = &t->cli->input;
    char number[24];

    add_option(t, "--where", given.pass.where);
    snprintf(number, sizeof number, "%llu", (unsigned long long)given.pass.recording);
    add_option(t, "--recording", given.pass.recording != 0 ? number : NULL);
    snprintf(number, sizeof number, "%llu", (unsigned long long)cli_rate);
    add_option(t, "--rate", cli_rate != 0 ? number : NULL);
    add_option(t, "--import", cli_import);
    add_option(t, "--image", in->image);
    add_option(t, "-e", in->elf_path);
    if (in->image == NULL && in->file != NULL) {
        quote_word(t->files, sizeof t->files, in->file);
    }
}

static void add_unseen(struct telling *t, const struct found_row *r)
{
    size_t used = strlen(t->unseen);

    snprintf(t->unseen + used, sizeof t->unseen - used, "%s%s", used != 0 ? ", " : "",
             found_text(r, "subject"));
}

/* Text from a recording may have control characters. */
static void make_printable(char *text)
{
    for (; *text != 0; text++) {
        *text = (unsigned char)*text < ' ' || *text == 0x7F ? '?' : *text;
    }
}

static void put_finding(struct telling *t, const struct found_row *r)
{
    struct out *o = &t->cli->out;
    char text[2048];

    if (t->findings++ != 0) {
        out_char(o, '\n');
    }
    snprintf(text, sizeof text, "%s", found_text(r, "text"));
    make_printable(text);
    put_filled(o, text);
    snprintf(text, sizeof text, "%s", found_text(r, "command"));
    make_printable(text);
    out_literal(o, "    ");
    out_text(o, cli_program);
    out_char(o, ' ');
    out_text(o, text);
    if (given.pass.range != NULL && strstr(text, " --range ") == NULL) {
        char range[200] = "--range";

        quote_word(range, sizeof range, given.pass.range);
        out_char(o, ' ');
        out_text(o, range);
    }
    out_char(o, ' ');
    out_text(o, t->files);
    out_char(o, '\n');
}

static void take_row(void *arg, const struct cell *cells)
{
    struct telling *t = arg;
    const struct found_row r = {&analysis_find("findings")->kind, cells};

    if (strcmp(found_text(&r, "class"), "not examined") == 0) {
        add_unseen(t, &r);
    } else if (given.top == 0 || t->findings < given.top) {
        put_finding(t, &r);
    }
}

static void put_rest(struct telling *t)
{
    struct out *o = &t->cli->out;
    char text[1400];

    if (t->findings == 0) {
        out_literal(o, "Nothing exceeds the limits.\n");
    }
    if (t->unseen[0] != 0) {
        snprintf(text, sizeof text, "Not examined, since their events weren't recorded: %s.%s", t->unseen,
                 t->cli->input.tracer != NULL ? "" : " `spoor info` shows how to record them.");
        out_char(o, '\n');
        put_filled(o, text);
    }
}

static int explain(struct cli *cli)
{
    static struct telling telling;
    const struct analysis *findings = analysis_find("findings");
    struct table table = {.out = &cli->out, .format = given.json ? TABLE_JSON : TABLE_ROWS};

    telling.cli = cli;
    table.take = take_row;
    table.arg = &telling;
    table.top = given.json ? given.top : 0;
    keep_files(&telling);
    int result = query_table(&cli->input, findings, &given.pass,
                             &(struct analysis_options){.deadline_ns = given.deadline_ns}, &table);

    if (result == CLI_OK && !given.json) {
        put_rest(&telling);
    }
    return cli_fail(cli, &cli->input.fault, result);
}

SPOOR_COMMAND(explain, CLI_LOOK, "FILE", "explain in words what is wrong in a recording, and what costs most",
              CLI_RECORDING, explain, options, description, examples, &detectors, .see = "stats info report");
