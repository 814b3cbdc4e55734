/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor profile: show the functions of a recording, or of a profile of another tool. */
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
     "Show functions (default), callers and callees, or the tree of calls."},
    {"group", 'g', OPTION_TEXT, &given.group, "BY",
     "Put functions together by class, folder, file or module, or by the patterns of a file. See `spoor help "
     "groups`."},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort by this column; -COLUMN puts the largest first."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char description[] =
    "FILE is a recording with function calls or samples, or a profile of another tool: gmon.out (with "
    "--elf), perf.data, callgrind.out, folded stacks, speedscope's JSON, .cpuprofile of node.js, stacks "
    "counted by DTrace, `opreport -l` of OProfile, CSV of Very Sleepy, tables of Embox, or the result of "
    "`spoor record "
    "--bare` (with --elf).\n\n"
    "gmon.out has no stacks: the total of a function is divided among its callers in proportion to their "
    "calls, as gprof does. Functions that call each other form a cycle, which is one entry, <cycle N>. "
    "Columns end in _us if the profile measures time. Otherwise they count what the profile counts.";

static const struct doc_item examples[] = {
    {"spoor profile -e ELF FILE", "Show where time was spent, by function."},
    {"spoor profile --view tree --group folder -e ELF FILE", "Show the tree of calls between folders."},
    {"spoor profile --view calls -e ELF gmon.out", "Show callers and callees of a profile that gprof reads."},
    {NULL}};

/* Group functions if --group is given. @return an exit status */
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
              "show functions: self and total values, callers and callees, call tree", CLI_ANY, profile,
              options, description, examples, .see = "export stats");
