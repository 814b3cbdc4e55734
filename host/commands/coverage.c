/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor coverage: show what was executed of a program, and what wasn't. */
#include <inttypes.h>
#include <string.h>
#include <cli/cli.h>
#include <query/profile.h>
#include <analysis/coverage.h>

static struct {
    bool csv, json, missed;
    const char *view, *sort;
    uint64_t top;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"view", 'v', OPTION_TEXT, &given.view, "functions|lines|branches",
     "Show functions (default), source lines, or the conditional branches that were executed."},
    {"missed", 'm', OPTION_FLAG, &given.missed, NULL,
     "Show only what was never executed; branches that always went the same way."},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort by this column; -COLUMN puts the largest first."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char description[] =
    "FILE is the result of `spoor record --bare`, which counts each instruction of an image. Lines are from "
    "the debug information of ELF (-g). A line that was inlined into several functions is listed in each.\n\n"
    "`spoor export --to lcov` writes the same for lcov, genhtml and services that read their files.";

static const struct doc_item examples[] = {
    {"spoor coverage --missed -e firmware.elf trace.bare", "Show the functions that were never called."},
    {"spoor coverage --view lines --missed -e firmware.elf trace.bare",
     "Show the lines that were never executed."},
    {NULL}};

static const struct coverage_view *find_view(const char *name)
{
    const struct coverage_view *v = coverage_nth(0);

    for (unsigned n = 1; name != NULL && v != NULL && strcmp(v->name, name) != 0; n++) {
        v = coverage_nth(n);
    }
    return v;
}

static void print_sums(const struct profile *p)
{
    struct coverage_sums s = coverage_sum(p);

    printf("%" PRIu64 " of %" PRIu64 " functions, %" PRIu64 " of %" PRIu64 " lines; %" PRIu64 " of %" PRIu64
           " branches went both ways\n",
           s.entered, s.functions, s.executed, s.lines, s.both, s.branches);
}

static int coverage(struct cli *cli)
{
    const struct coverage_view *view = find_view(given.view);
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort,
                          .top = given.top};
    struct profile p = {.count = 0};

    if (view == NULL) {
        return cli_usage("--view is functions, lines or branches, not ", given.view);
    }
    int result = query_profile(&cli->input, &given.pass, PROFILE_LINES, "this command", &p);

    if (result == CLI_OK) {
        table_begin(&table, &view->kind);
        view->rows(&table, &p, given.missed);
        if (!table_end(&table)) {
            result = table.failed ? CLI_UNREADABLE : cli_no_column(table.kind, table.sort);
        } else if (table.format == TABLE_TEXT) {
            out_flush(&cli->out);
            print_sums(&p);
        }
    }
    table_drop(&table);
    profile_free(&p);
    return result;
}

SPOOR_COMMAND(coverage, CLI_LOOK, "FILE",
              "show which functions, lines and branches of an image were executed", CLI_ANY, coverage,
              options, description, examples, .see = "record profile export");
