/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor history: the costs of many commits, and where they moved. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <base/path.h>
#include <cli/log.h>
#include <cli/markdown.h>
#include <cli/output.h>
#include <compare/compare.h>
#include <export/table/exporter.h>
#include <trend/page.h>
#include <trend/rows.h>

static struct {
    const char *commit, *time, *page, *title, *to, *metric;
    bool costs, csv, json, markdown, preview, force;
    uint64_t keep;
} given;

static const struct option options[] = {
    {"commit", 'c', OPTION_TEXT, &given.commit, "NAME", "The commit that BASELINE was measured at."},
    {"time", 0, OPTION_TEXT, &given.time, "TIME",
     "When it was measured: 2026-11-24T06:00:00Z, or seconds since 1970 (default: now)."},
    {"keep", 0, OPTION_COUNT, &given.keep, "N", "Keep the latest N commits (default 500, at most 10000)."},
    {"preview", 0, OPTION_FLAG, &given.preview, NULL, "Show the result, but don't write FILE."},
    {"force", 0, OPTION_FLAG, &given.force, NULL,
     "Add a baseline that was recorded differently: all costs begin anew."},
    {"costs", 0, OPTION_FLAG, &given.costs, NULL, "Show the costs at each commit, in place of the moves."},
    {"metric", 0, OPTION_TEXT, &given.metric, "TEXT", "Show only metrics with TEXT in their names."},
    {"page", 'p', OPTION_TEXT, &given.page, "PAGE",
     "Write a page with all courses: one HTML file of at most 1 MB."},
    {"title", 0, OPTION_TEXT, &given.title, "TEXT", "The title of that page."},
    {"to", 0, OPTION_TEXT, &given.to, "clickhouse",
     "Write both tables as SQL: | clickhouse-client --multiquery."},
    {"markdown", 0, OPTION_FLAG, &given.markdown, NULL,
     "Write the courses of what changed in the last 20 commits as Markdown."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    OPTION_END};

static const char description[] = "FILE keeps the baselines of many commits. With BASELINE, of `spoor "
                                  "baseline`, `spoor history` adds one. An "
                                  "earlier run of the same commit is replaced. Then it shows the commits at "
                                  "which a cost moved: for good, as far as "
                                  "is known.\n\n"
                                  "Exact runs move a metric at the commit where `spoor diff` against the "
                                  "first commit with its cost shows a change; "
                                  "so several small changes add up. Of other runs many are needed: a metric "
                                  "moves where the runs before and after "
                                  "differ by more than chance explains.";

static const struct doc_item examples[] = {
    {"spoor history costs.history baseline.json --commit \"$(git rev-parse HEAD)\"",
     "Add a commit, and show the moves."},
    {"spoor history costs.history --page costs.html", "Write a page with the courses."},
    {NULL}};

#define KEEP_USUAL 500

/* ------------------------------------------------------------------ adding a run */

/* @return CLI_OK, or an exit status after a message */
static int set_commit(struct trend_run *run)
{
    if (given.commit == NULL || !trend_is_commit(given.commit)) {
        return cli_usage("--commit names BASELINE's commit by 1 to 64 ASCII characters without spaces", "");
    }
    snprintf(run->commit, sizeof run->commit, "%s", given.commit);
    run->time = (uint64_t)time(NULL);
    if (given.time != NULL && !trend_parse_time(given.time, &run->time)) {
        return cli_usage("--time is 2026-11-24T06:00:00Z, or seconds since 1970, not ", given.time);
    }
    return CLI_OK;
}

/* Add BASELINE. The costs belong to the history, or are freed. @return CLI_OK, or an exit status after a
 * message */
static int add(struct trend *h, const char *path)
{
    struct trend_run run = {.time = 0};
    const char *wrong;
    int result = set_commit(&run);

    if (result != CLI_OK) {
        return result;
    }
    if (!baseline_load(&run.costs, path, &wrong)) {
        baseline_free(&run.costs);
        return cli_failed(path, wrong);
    }
    wrong = h->count != 0 && !given.force ? compare_refusal(&h->runs[h->count - 1].costs, &run.costs) : NULL;
    if (wrong != NULL) {
        fprintf(stderr,
                "spoor: %s can't follow the last commit: %s (--force adds it, and all costs begin anew)\n",
                path, wrong);
        baseline_free(&run.costs);
        return CLI_CANT_SAY;
    }
    if (!trend_add(h, &run)) {
        baseline_free(&run.costs);
        return cli_failed(path, strerror(ENOMEM));
    }
    trend_keep(h, given.keep != 0 ? given.keep : KEEP_USUAL);
    return CLI_OK;
}

/* ------------------------------------------------------------------ output */

static bool is_chosen(const char *metric)
{
    return given.metric == NULL || strstr(metric, given.metric) != NULL;
}

/* The run that the next rows are of, for databases; or nobody wants to know. */
struct rows_of {
    struct export_run *run;
    const char *name;
};

/* A commit is a run, and its release. */
static void describe(const struct rows_of *of, const struct trend_run *from)
{
    if (of->run != NULL) {
        *of->run = (struct export_run){.name = of->name, .release = from->commit, .ms = from->time * 1000};
        snprintf(of->run->board, sizeof of->run->board, "%.63s", from->costs.board);
        snprintf(of->run->build, sizeof of->run->build, "%s", from->costs.build);
    }
}

static void put_moves(struct table *t, const struct trend *h, const struct moves *m, const struct rows_of *of)
{
    table_begin(t, &trend_moves_kind);
    for (size_t n = 0; n < m->count; n++) {
        if (is_chosen(m->metrics[m->list[n].metric].name)) {
            describe(of, &h->runs[m->list[n].run]);
            trend_put_move(t, h, m, &m->list[n]);
        }
    }
    (void)table_end(t);
}

static void put_costs(struct table *t, const struct trend *h, const struct moves *m, const struct rows_of *of)
{
    table_begin(t, &trend_costs_kind);
    for (size_t run = 0; run < h->count; run++) {
        describe(of, &h->runs[run]);
        for (size_t n = 0; n < m->metric_count; n++) {
            if (m->metrics[n].at[run] != NULL && is_chosen(m->metrics[n].name)) {
                trend_put_cost(t, h, &m->metrics[n], run);
            }
        }
    }
    (void)table_end(t);
}

static void put_table(struct out *out, const struct trend *h, const struct moves *m)
{
    struct table t = {.out = out, .format = given.json ? TABLE_JSON : given.csv ? TABLE_CSV : TABLE_TEXT};
    size_t metrics = 0, moves = 0;
    char text[120];

    for (size_t n = 0; n < m->metric_count; n++) {
        metrics += is_chosen(m->metrics[n].name);
    }
    for (size_t n = 0; n < m->count; n++) {
        moves += is_chosen(m->metrics[m->list[n].metric].name);
    }
    if (t.format == TABLE_TEXT && (metrics == 0 || (!given.costs && moves == 0))) {
        snprintf(text, sizeof text, "no moves: %zu metric%s in %zu commit%s\n", metrics,
                 metrics == 1 ? "" : "s", h->count, h->count == 1 ? "" : "s");
        out_text(out, text + (given.costs ? strlen("no moves: ") : 0));
        return;
    }
    (given.costs ? put_costs : put_moves)(&t, h, m, &(struct rows_of){.run = NULL});
}

#define RECENT        20
#define MARKDOWN_ROWS 20

/* The values of a metric in the runs from `from` on. */
struct course {
    double low, high;
    const struct metric *last; /* in the last run; or NULL */
    bool changed;
};

static struct course course_of(const struct series *s, size_t from, size_t to)
{
    struct course c = {.last = s->at[to - 1]};
    bool any = false;

    for (size_t n = from; n < to; n++) {
        double value = s->at[n] != NULL ? series_average(s, n) : 0;

        if (s->at[n] != NULL) {
            c.low = !any || value < c.low ? value : c.low;
            c.high = !any || value > c.high ? value : c.high;
            any = true;
        }
    }
    c.changed = c.high > c.low;
    return c;
}

/* Write values as bars of eight heights. */
static void put_bars(struct out *o, const struct series *s, const struct course *c, size_t from, size_t to)
{
    for (size_t n = from; n < to; n++) {
        double value = s->at[n] != NULL ? series_average(s, n) : 0;
        const char bar[] = {'\xE2', '\x96',
                            (char)(0x81 + (unsigned)((value - c->low) / (c->high - c->low) * 7))};

        out_bytes(o, s->at[n] != NULL ? bar : " ", s->at[n] != NULL ? sizeof bar : 1);
    }
}

/* @return the latest move of a metric, or NULL */
static const struct move *last_move(const struct moves *m, size_t metric)
{
    for (size_t n = 0; n < m->count; n++) {
        if (m->list[n].metric == metric) {
            return &m->list[n];
        }
    }
    return NULL;
}

/* Write a row for each metric that changed and is still there: its course, its value, and its last move. */
static void put_markdown(struct out *o, const struct trend *h, const struct moves *m)
{
    size_t from = h->count > RECENT ? h->count - RECENT : 0, rows = 0;
    char text[160];

    for (size_t n = 0; n < m->metric_count && h->count != 0; n++) {
        const struct series *s = &m->metrics[n];
        struct course c = course_of(s, from, h->count);
        const struct move *move = last_move(m, n);

        if (!c.changed || c.last == NULL || !is_chosen(s->name) || rows >= MARKDOWN_ROWS) {
            continue;
        }
        if (rows++ == 0) {
            snprintf(text, sizeof text,
                     "\n| | last %zu commits | now | | last move |\n|---|---|---|---|---|\n",
                     h->count - from);
            out_text(o, text);
        }
        const char *unit = trend_unit(&h->runs[h->count - 1].costs, s->name);

        markdown_cell(o, s->name);
        out_literal(o, "| ");
        put_bars(o, s, &c, from, h->count);
        snprintf(text, sizeof text, " | %.3f | %s ", trend_value(unit, series_average(s, h->count - 1)),
                 unit);
        out_text(o, text);
        snprintf(text, sizeof text, "%s %s", move != NULL ? move_name(move->kind) : "",
                 move != NULL ? h->runs[move->run].commit : "");
        markdown_cell(o, text);
        out_literal(o, "|\n");
    }
}

/* A table for an exporter. */
struct exported {
    struct table_export *e;
    const struct table_exporter *x;
    const struct table_kind *kind;
};

static void take_row(void *arg, const struct cell *row)
{
    struct exported *to = arg;

    to->x->row(to->e, to->kind, row);
}

/* Write the tables for a database. @return CLI_OK, or an exit status after a message */
static int put_sql(struct cli *cli, const struct trend *h, const struct moves *m, const char *name)
{
    enum export_kind kind;
    const struct table_exporter *x = (const void *)export_find("clickhouse", &kind);
    struct export_run run = {.name = name};
    struct table_export e = {.to = {.out = &cli->out, .name = name, .state = calloc(1, x->state_bytes)},
                             .run = &run};
    struct exported costs = {&e, x, &trend_costs_kind}, moves = {&e, x, &trend_moves_kind};
    struct table t = {.out = &cli->out, .format = TABLE_ROWS, .take = take_row, .arg = &costs};
    const struct rows_of of = {&run, name};

    if (e.to.state == NULL) {
        return cli_failed(name, strerror(ENOMEM));
    }
    (void)x->table(&e, costs.kind);
    put_costs(&t, h, m, &of);
    t = (struct table){.out = &cli->out, .format = TABLE_ROWS, .take = take_row, .arg = &moves};
    (void)x->table(&e, moves.kind);
    put_moves(&t, h, m, &of);
    x->end(&e);
    free(e.to.state);
    return CLI_OK;
}

static int put_page(struct cli *cli, const struct trend *h, const struct moves *m)
{
    struct output output;
    int result = output_open(&output, cli, given.page, false);

    if (result == CLI_OK) {
        result = output_close(&output, trend_page(h, m, given.title, output.out, &cli->input.fault));
    }
    if (result == CLI_OK && output.path != NULL) {
        log_line(LOG_INFO, "wrote %s; open it in a browser", given.page);
    }
    return result;
}

/* ------------------------------------------------------------------ the command */

static int check_words(const struct cli *cli)
{
    if (cli->arguments < 1 || cli->arguments > 2 || cli->rest != NULL) {
        return cli_usage("history needs FILE, or FILE and BASELINE", "");
    }
    if (cli->arguments == 1 &&
        (given.commit != NULL || given.time != NULL || given.preview || given.force || given.keep != 0)) {
        return cli_usage("--commit, --time, --keep, --preview and --force need BASELINE", "");
    }
    if (given.to != NULL && strcmp(given.to, "clickhouse") != 0) {
        return cli_usage("--to takes clickhouse, not ", given.to);
    }
    if (given.keep > TREND_RUNS_MAX) {
        return cli_usage("--keep is at most 10000", "");
    }
    return given.page != NULL ? output_check(cli, given.page) : CLI_OK;
}

/* Read FILE. It may be missing if BASELINE begins it. @return CLI_OK, or an exit status after a message */
static int load(const struct cli *cli, struct trend *h)
{
    const char *path = cli->argument[0], *wrong, *no_baseline;
    struct baseline costs = {.count = 0};
    char advice[300];

    if (trend_load(h, path, &wrong) || (errno == ENOENT && cli->arguments == 2)) {
        return CLI_OK;
    }
    if (baseline_load(&costs, path, &no_baseline)) {
        snprintf(advice, sizeof advice,
                 "a baseline, not a history: `spoor history FILE %.200s --commit NAME` adds it to the "
                 "history FILE",
                 path);
        wrong = advice;
    }
    baseline_free(&costs);
    return cli_failed(path, wrong);
}

/* Compare --metric with the names of all metrics. @return CLI_OK, or an exit status after a message */
static int check_metric(const struct cli *cli, const struct moves *m)
{
    struct nearest near = {.word = given.metric};
    char wrong[300];
    bool found = given.metric == NULL || m->metric_count == 0;

    for (size_t n = 0; n < m->metric_count && !found; n++) {
        const char *name = m->metrics[n].name, *dot = strchr(name, '.');

        found = is_chosen(name);
        nearest_offer(&near, name);
        if (dot != NULL) {
            nearest_offer(&near, dot + 1);
        }
    }
    snprintf(wrong, sizeof wrong, "no metric of %.200s has this in its name: ", cli->argument[0]);
    return found ? CLI_OK : cli_unknown(wrong, &near);
}

static int show(struct cli *cli, const struct trend *h, const struct moves *m)
{
    if (given.page != NULL) {
        return put_page(cli, h, m);
    }
    if (given.to != NULL) {
        return put_sql(cli, h, m, path_name(cli->argument[0]));
    }
    (given.markdown ? put_markdown : put_table)(&cli->out, h, m);
    return CLI_OK;
}

static int history(struct cli *cli)
{
    struct trend h = {.count = 0};
    struct moves m = {.count = 0};
    int result = check_words(cli);

    result = result == CLI_OK ? load(cli, &h) : result;
    if (result == CLI_OK && cli->arguments == 2) {
        result = add(&h, cli->argument[1]);
    }
    if (result == CLI_OK) {
        result = moves_find(&m, &h) ? check_metric(cli, &m) : cli_failed(cli->argument[0], strerror(ENOMEM));
    }
    if (result == CLI_OK && cli->arguments == 2 && !given.preview && !trend_save(&h, cli->argument[0])) {
        result = cli_failed(cli->argument[0], strerror(errno));
    }
    result = result == CLI_OK ? show(cli, &h, &m) : result;
    moves_free(&m);
    trend_free(&h);
    return result;
}

SPOOR_COMMAND(history, CLI_COMPARE, "FILE [BASELINE]",
              "keep the costs of many commits: which commit moved a cost, and a page with the courses",
              CLI_NOTHING, history, options, description, examples,
              .status = {[2] = "A file can't be read or written. The message says why.",
                         [3] = "BASELINE was recorded differently than those before. The message says how."},
              .see = "baseline diff");
