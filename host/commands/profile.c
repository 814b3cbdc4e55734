/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor profile: functions of a recording, or of a profile that another tool made. */
#include <errno.h>
#include <string.h>
#include <cli/cli.h>
#include <query/profile.h>
#include <profile/groups.h>
#include <analysis/calls.h>

static struct {
    bool csv, json;
    const char *view, *sort, *group;
    uint64_t top;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"view", 'v', OPTION_TEXT, &given.view, "flat|calls|tree",
     "functions; callers and callees; or the tree of calls"},
    {"group", 'g', OPTION_TEXT, &given.group, "BY",
     "put functions together by folder, file or module, or by the patterns of a file (docs/spoor.md)"},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "sort by a column; -COLUMN: the largest first"},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "so many rows at most"},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line"},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char more[] =
    "FILE is a recording with function calls or samples, gmon.out (with --elf), perf.data, callgrind.out, or "
    "folded "
    "stacks.\n"
    "Totals of gmon.out are shared out to callers by their calls; functions that call each other in a circle "
    "are\n"
    "one entry, <cycle N>. Columns end in _us where the profile measures time; otherwise they count what it "
    "counts.\n";

/* Put functions together, where that was asked for. @return an exit status */
static int group(struct profile *p)
{
    const char *wrong;
    struct profile grouped = {.count = 0};
    struct groups *g = given.group != NULL ? groups_open(given.group, &wrong) : NULL;

    if (given.group == NULL) {
        return CLI_OK;
    }
    bool ok = g != NULL && groups_apply(g, p, &grouped);

    if (!ok) {
        fprintf(stderr, "spoor: --group %s: %s\n", given.group, g == NULL ? wrong : strerror(ENOMEM));
        profile_free(&grouped);
    } else {
        profile_free(p);
        *p = grouped;
    }
    groups_free(g);
    return ok ? CLI_OK : CLI_UNREADABLE;
}

static int profile(struct cli *cli)
{
    const struct calls_view *view = given.view == NULL || strcmp(given.view, "flat") == 0 ? &calls_flat
                                    : strcmp(given.view, "calls") == 0                    ? &calls_arcs
                                                                                          : &calls_tree;
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort,
                          .top = given.top};
    struct profile p = {.count = 0};
    int result = query_profile(&cli->input, &given.pass, view->needs, "this view", &p);

    result = result == CLI_OK ? group(&p) : result;
    if (result == CLI_OK) {
        bool ok = calls_table(&table, view, &p);

        if (!table_end(&table) || !ok) {
            result = !ok || table.failed ? CLI_UNREADABLE : cli_no_column(table.kind, table.sort);
        }
    }
    table_drop(&table);
    profile_free(&p);
    return result;
}

SPOOR_COMMAND(profile, CLI_LOOK, "FILE",
              "functions: self and total values, callers and callees, tree; of other tools' files, too",
              CLI_ANY, profile, options, more);
