/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor baseline, spoor diff: keep the costs of a run, and compare them with those of another run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <compare/compare.h>
#include <compare/measure.h>
#include <cli/markdown.h>
#include <cli/output.h>
#include <table/table.h>
#include <compare/table.h>
#include <record/image.h>
#include "record_measure.h"

/* ------------------------------------------------------------------ baseline */

static const char *output;
static struct record_measure keeping;

static const struct option baseline_options[] = {
    {"output", 'o', OPTION_TEXT, &output, "FILE",
     "Write the baseline to FILE, a small JSON file to commit (default baseline.json)."},
    RECORD_MEASURE_OPTIONS(keeping),
    OPTION_END};

static const struct doc_item baseline_examples[] = {
    {"spoor baseline -e ELF FILE -o baseline.json", "Keep the costs of a run."},
    {"spoor baseline --bare --qemu mps2-an385 firmware.elf",
     "Run an image of any kernel, and keep its costs."},
    {NULL}};

static int baseline(struct cli *cli)
{
    struct baseline b = {.count = 0};
    const char *path = output != NULL ? output : "baseline.json";
    int result = output_check(cli, path);

    result = result == CLI_OK ? record_measure_check(&keeping) : result;
    if (result == CLI_OK && keeping.bare) {
        result = cli->arguments == 1 && cli->rest == NULL
                     ? record_measure(cli, &keeping, cli->argument[0], &b)
                     : cli_usage("--bare needs one image, an ELF file", "");
    } else if (result == CLI_OK) {
        result = measure(&cli->input, &b);
    }
    if (result == CLI_OK && !baseline_save(&b, path)) {
        fprintf(stderr, "spoor: %s: %s\n", path, strerror(errno));
        result = CLI_UNREADABLE;
    }
    baseline_free(&b);
    return result;
}

SPOOR_COMMAND(baseline, CLI_COMPARE, "FILE", "keep the costs of a run, to compare later runs with", CLI_ANY,
              baseline, baseline_options,
              .more = "`spoor baseline` measures what blocks, functions, threads and interrupts cost in a "
                      "run, and writes it to a file. `spoor diff` compares later runs with that file.\n\n"
                      "With --bare FILE is an image, which runs in QEMU to its end.",
              .examples = baseline_examples, .see = "diff record", .makes = &keeping.bare);

/* ------------------------------------------------------------------ diff */

static struct {
    const char *elf, *base_elf, *budgets, *junit;
    bool csv, json, markdown, github, all, force;
    struct record_measure run;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "The program of AFTER, if that is a recording."},
    {"base-elf", 0, OPTION_TEXT, &given.base_elf, "ELF", "The program of BEFORE, if that is a recording."},
    {"budgets", 'b', OPTION_TEXT, &given.budgets, "FILE",
     "Read limits, allowances and accepted changes from FILE (docs/ci.md)."},
    {"all", 'a', OPTION_FLAG, &given.all, NULL, "Show metrics that didn't change as well."},
    {"markdown", 'm', OPTION_FLAG, &given.markdown, NULL,
     "Write a Markdown table, worst first, of at most 60 lines."},
    {"github", 0, OPTION_FLAG, &given.github, NULL,
     "Write an ::error line for each regression, at the source line of its block."},
    {"junit", 0, OPTION_TEXT, &given.junit, "FILE", "Write a JUnit report to FILE as well."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    RECORD_MEASURE_OPTIONS(given.run),
    CLI_RATE_OPTION,
    {"force", 0, OPTION_FLAG, &given.force, NULL, "Compare runs even if they were recorded differently."},
    OPTION_END};

static const char description[] =
    "BEFORE and AFTER are baselines or recordings. Runs recorded by `spoor record --qemu … --exact` are the "
    "same each time: a longer average is a regression if it grew by more than the counter's resolution.\n\n"
    "For other runs give five or more of each side. Changes are then reported if ranks as different would "
    "occur by chance less than once in 100 times. With fewer runs, differences are shown and limits are "
    "checked.\n\n"
    "With --bare, those of BEFORE and AFTER that are ELF files run in QEMU to their ends, and their "
    "instructions "
    "are compared.";

static const struct doc_item examples[] = {
    {"spoor diff -e ELF baseline.json FILE", "Compare a recording with a baseline."},
    {"spoor diff --bare --qemu mps2-an385 baseline.json firmware.elf",
     "Run an image of any kernel, and compare it with a baseline."},
    {"spoor diff before1.json before2.json -- after1.json after2.json", "Compare several runs of each side."},
    {NULL}};

static bool is_image(const char *path)
{
    FILE *f = fopen(path, "rb");
    char start[4];
    bool is =
        f != NULL && fread(start, 1, sizeof start, f) == sizeof start && memcmp(start, "\177ELF", 4) == 0;

    if (f != NULL) {
        (void)fclose(f);
    }
    return is;
}

/* Run an image. Only the second one's counts are kept. */
static int run(struct cli *cli, struct baseline *b, const char *path)
{
    struct record_measure one = given.run;

    one.keep = path == cli->argument[1] ? one.keep : NULL;
    return record_measure(cli, &one, path, b);
}

#define BUILT ": diff --bare takes the program that was built, such as firmware.elf"

/* @param option  the option that names the program */
static int load(struct cli *cli, struct baseline *b, const char *path, const char *elf, const char *option)
{
    struct input in;
    const char *wrong;
    int result;

    if (given.run.bare && is_image(path)) {
        result = run(cli, b, path);
        record_measure_resolve(b);
        return result;
    }
    if (baseline_is(path)) {
        result = baseline_load(b, path, &wrong) ? CLI_OK : cli_failed(path, wrong);
        record_measure_resolve(b);
        return result;
    }
    result = cli_open_any(cli, &in, elf, path);
    if (result == CLI_OK && in.elf == NULL && in.profile_kind == NULL && given.run.bare) {
        result = fault_usage(
            &in.fault, "%.250s isn't an ELF file, a baseline or a result of `spoor record --bare`" BUILT,
            path);
    } else if (result == CLI_OK && in.elf == NULL && in.profile_kind == NULL) {
        result = fault_usage(&in.fault, "%.250s is a recording: name its program by --%s", path, option);
    }
    if (result == CLI_OK) {
        result = measure(&in, b);
    }
    result = cli_fail(cli, &in.fault, result);
    input_close(&in);
    return result;
}

/* ------------------------------------------------------------------ output */

static bool is_shown(const struct comparison *c)
{
    return given.all || c->verdict != VERDICT_SAME;
}

static void put_table(struct out *out, const struct comparisons *c)
{
    struct table t = {.out = out, .format = given.json ? TABLE_JSON : given.csv ? TABLE_CSV : TABLE_TEXT};
    size_t shown = 0;

    for (size_t n = 0; n < c->count; n++) {
        shown += is_shown(&c->list[n]);
    }
    if (shown == 0 && t.format == TABLE_TEXT) {
        char text[80];

        snprintf(text, sizeof text, "no difference: %zu metrics are the same\n", c->count);
        out_text(out, text);
        return;
    }

    table_begin(&t, &diff_kind);
    for (size_t n = 0; n < c->count; n++) {
        if (is_shown(&c->list[n])) {
            diff_row(&t, &c->list[n]);
        }
    }
    (void)table_end(&t);
}

/* @return the average of a metric in us, or in instructions */
static double cost(const struct comparisons *c, const struct comparison *one, const struct metric *m)
{
    return compared_average(one, m) / (c->counted ? 1 : 1e3);
}

#define MARKDOWN_ROWS 55

static void put_markdown(struct out *o, const struct comparisons *c)
{
    const char *unit = c->counted ? "" : " us";
    char text[400];
    unsigned rows = 0;

    snprintf(text, sizeof text, "**spoor: %u regression%s**\n", c->worse, c->worse == 1 ? "" : "s");
    out_text(o, text);
    for (size_t n = 0; n < c->count && rows < MARKDOWN_ROWS; n++) {
        const struct comparison *one = &c->list[n];

        if (!is_shown(one)) {
            continue;
        }
        if (rows++ == 0) {
            snprintf(text, sizeof text,
                     "\n| | metric | before%s | after%s | instructions | place | why |\n"
                     "|---|---|---|---|---|---|---|\n",
                     unit, unit);
            out_text(o, text);
        }
        markdown_cell(o, verdict_name(one->verdict));
        markdown_cell(o, one->name);
        snprintf(text, sizeof text, "| %.3f | %.3f | %+.2f ", cost(c, one, one->before),
                 cost(c, one, one->after), one->after != NULL && one->after->checked ? one->instructions : 0);
        out_text(o, text);
        text[0] = 0;
        if (one->after != NULL && one->after->file != NULL) {
            snprintf(text, sizeof text, "%.300s:%u", one->after->file, one->after->line);
        }
        markdown_cell(o, text);
        markdown_cell(o, one->why);
        out_literal(o, "|\n");
    }
}

/* Write commands of GitHub's log. They are one line each, and % escapes characters. */
static void put_github(struct out *o, const struct comparisons *c)
{
    const char *unit = c->counted ? "" : " us";
    char text[700];

    for (size_t n = 0; n < c->count && c->list[n].verdict >= VERDICT_WORSE; n++) {
        const struct comparison *one = &c->list[n];
        const struct metric *m = one->after;

        snprintf(text, sizeof text, "::error %s%.200s%s", m->file != NULL ? "file=" : "",
                 m->file != NULL ? m->file : "", m->file != NULL ? "," : "");
        out_text(o, text);
        snprintf(text, sizeof text,
                 "line=%u::%.200s: %.3f%s before, %.3f%s now, %+.2f instructions a visit %.150s\n", m->line,
                 one->name, cost(c, one, one->before), unit, cost(c, one, m), unit, one->instructions,
                 one->why);
        out_text(o, text);
    }
}

static void put_xml(FILE *f, const char *text)
{
    for (; *text != 0; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '&' || c == '<' || c == '>' || c == '"') {
            fprintf(f, "&#%u;", c);
        } else {
            putc(c < ' ' ? '?' : c, f);
        }
    }
}

static int put_junit(const struct comparisons *c)
{
    FILE *f = fopen(given.junit, "w");
    const char *unit = c->counted ? "" : " us";

    if (f == NULL) {
        return cli_failed(given.junit, strerror(errno));
    }
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"spoor diff\" tests=\"%zu\" "
            "failures=\"%u\">\n",
            c->count, c->worse);
    for (size_t n = 0; n < c->count; n++) {
        const struct comparison *one = &c->list[n];

        fprintf(f, " <testcase classname=\"spoor\" name=\"");
        put_xml(f, one->name);
        if (one->verdict < VERDICT_WORSE) {
            fprintf(f, "\"/>\n");
            continue;
        }
        fprintf(f, "\"><failure message=\"%.3f%s before, %.3f%s now, %+.2f instructions; ",
                cost(c, one, one->before), unit, cost(c, one, one->after), unit, one->instructions);
        put_xml(f, one->why);
        fprintf(f, "\"/></testcase>\n");
    }
    fprintf(f, "</testsuite>\n");
    return fclose(f) == 0 ? CLI_OK : cli_failed(given.junit, strerror(errno));
}

/* ------------------------------------------------------------------ the command */

/* Refuse unused lines that accept a change: they would accept the next change. */
static int check_used(const struct budgets *b)
{
    for (unsigned n = 0; n < b->count; n++) {
        if (b->budget[n].kind == BUDGET_ACCEPT && !b->budget[n].used) {
            fprintf(stderr, "spoor: %s: line %u: %s has no change to accept: remove the line\n",
                    given.budgets, b->budget[n].line, b->budget[n].name);
            return CLI_UNREADABLE;
        }
    }
    return CLI_OK;
}

static int compare_both(struct cli *cli, const struct baseline *before, const struct baseline *after,
                        const struct compare_runs *runs)
{
    static struct budgets budgets;
    struct comparisons c = {.count = 0};
    const char *wrong = compare_refusal(before, after);
    int result = CLI_OK;

    budgets.count = 0;
    if (wrong != NULL && !given.force) {
        fprintf(stderr, "spoor: the runs can't be compared: %s (--force compares them anyway)\n", wrong);
        return CLI_CANT_SAY;
    }
    if (given.budgets != NULL && !budgets_load(&budgets, given.budgets, &wrong)) {
        return cli_failed(given.budgets, wrong);
    }
    if (!compare(&c, before, after, &budgets, runs)) {
        return cli_failed("diff", strerror(ENOMEM));
    }
    if (given.markdown) {
        put_markdown(&cli->out, &c);
    } else {
        put_table(&cli->out, &c);
    }
    if (given.github) {
        put_github(&cli->out, &c);
    }
    if (!after->exact && (runs == NULL || runs->befores < c.runs_needed || runs->afters < c.runs_needed)) {
        out_flush(&cli->out);
        fprintf(stderr,
                "spoor: not recorded with --exact: differences are shown but not checked, only limits are. "
                "Give %u runs of each side to check differences.\n",
                c.runs_needed);
    }
    if (given.junit != NULL) {
        result = put_junit(&c);
    }
    int used = check_used(&budgets);

    result = result != CLI_OK ? result : c.worse != 0 ? CLI_WRONG : used;
    comparisons_free(&c);
    return result;
}

/* Load the runs of one side and sum them up. @return CLI_OK, or an exit status after a message */
static int load_all(struct cli *cli, struct baseline *runs, struct baseline *sum, const char *const *paths,
                    unsigned count, const char *elf, const char *option)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < count && result == CLI_OK; n++) {
        result = load(cli, &runs[n], paths[n], elf, option);
        if (result != CLI_OK) {
            break;
        }
        const char *wrong = n != 0 ? compare_refusal(&runs[0], &runs[n]) : NULL;

        if (wrong != NULL && !given.force) {
            fprintf(stderr, "spoor: %s and %s can't be combined: %s (--force combines them anyway)\n",
                    paths[0], paths[n], wrong);
            return CLI_CANT_SAY;
        }
        if (!baseline_add(sum, &runs[n])) {
            result = cli_failed("diff", strerror(ENOMEM));
        }
    }
    return result;
}

/* @return CLI_OK, or an exit status after a message */
static int check_run(const struct cli *cli)
{
    int result = record_measure_check(&given.run);
    const char *wrong;
    uint16_t machine;
    char profile;

    if (result != CLI_OK || !given.run.bare) {
        return result;
    }
    if (cli->arguments != 2 || cli->rest != NULL) {
        return cli_usage("diff --bare needs BEFORE and AFTER", "");
    }
    if (image_processor(&machine, &profile, cli->argument[1], &wrong)) {
        return CLI_OK;
    }
    char text[300];

    snprintf(text, sizeof text, "%s" BUILT, wrong);
    return cli_failed(cli->argument[1], text);
}

/* BEFORE AFTER, or BEFORE… -- AFTER… */
static int diff(struct cli *cli)
{
    static struct baseline befores[RANK_MAX], afters[RANK_MAX];
    struct baseline before = {.count = 0}, after = {.count = 0};
    const char *const *second = cli->rest != NULL ? (const char *const *)cli->rest : &cli->argument[1];
    unsigned n = cli->rest != NULL ? cli->arguments : 1, m = cli->rest != NULL ? 0 : 1;

    while (cli->rest != NULL && cli->rest[m] != NULL) {
        m++;
    }
    if ((cli->rest == NULL && cli->arguments != 2) || n == 0 || m == 0 || n > RANK_MAX || m > RANK_MAX) {
        return cli_usage("diff needs BEFORE and AFTER, or several of each: BEFORE… -- AFTER…", "");
    }
    const struct compare_runs runs = {befores, afters, n, m};
    int result = check_run(cli);

    if (result == CLI_OK) {
        result = load_all(cli, befores, &before, cli->argument, n, given.base_elf, "base-elf");
    }
    if (result == CLI_OK) {
        result = load_all(cli, afters, &after, second, m, given.elf, "elf");
    }
    if (result == CLI_OK) {
        result = compare_both(cli, &before, &after, n + m > 2 ? &runs : NULL);
    }
    for (unsigned i = 0; i < RANK_MAX; i++) {
        baseline_free(&befores[i]);
        baseline_free(&afters[i]);
    }
    baseline_free(&before);
    baseline_free(&after);
    return result;
}

SPOOR_COMMAND(diff, CLI_COMPARE, "BEFORE AFTER | BEFORE… -- AFTER…",
              "compare two runs, or two sets of runs: which code became slower, by how much", CLI_NOTHING,
              diff, options, description, examples,
              .status = {[0] = "No regression.",
                         [1] = "A regression, or a limit is exceeded.",
                         [2] = "A file can't be read, or the budgets have a line that is wrong or unused.",
                         [3] = "The runs can't be compared. The message says why."},
              .see = "baseline record report");
