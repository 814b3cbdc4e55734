/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor report: write one HTML file about where time was spent and which threads were late. Its tables can be
 * read without scripts. Several recordings are put on one axis, or two are compared. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/path.h>
#include <base/spill.h>
#include <cli/log.h>
#include <cli/output.h>
#include <merge/merge.h>
#include <report/page/parts.h>
#include <report/page/topology.h>

#define FILES_MAX MERGE_MAX
#define LIMIT     500000

static struct {
    const char *output, *templates, *title, *by, *session;
    struct option_list elf, topology, plugins;
    uint64_t limit;
    bool plain, all, diff;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_LIST, &given.elf, "ELF",
     "The program of each recording, in the order of the files. One is for all of them. Packs need none."},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write the page to FILE (default report.html)."},
    {"diff", 0, OPTION_FLAG, &given.diff, NULL, "Compare two files: BEFORE AFTER."},
    {"by", 'b', OPTION_TEXT, &given.by, "WAY",
     "With several recordings: how their clocks are fitted to the first one's. See `spoor help merge`."},
    {"title", 0, OPTION_TEXT, &given.title, "TEXT", "The title of the page (default: board and file)."},
    {"topology", 0, OPTION_LIST, &given.topology, "GROUPS",
     "CPUs that belong together: '0-1 2-3', with names 'little=0-3 big=4,5', in levels 'node0=(a=0,1 b=2,3) "
     "node1=4-7', or an XML file of hwloc. Of each recording, in the order of the files; one is for all."},
    {"session", 0, OPTION_TEXT, &given.session, "FILE", "Open with the view that a page saved to this file."},
    {"template", 0, OPTION_TEXT, &given.templates, "FOLDER",
     "Take shell.html, style.css and script.js from FOLDER instead of the built-in ones "
     "(docs/report.md)."},
    {"plugin", 0, OPTION_LIST, &given.plugins, "FILE",
     "Run this script in the page; it adds rows, marks and tables (docs/report.md)."},
    {"limit", 0, OPTION_COUNT, &given.limit, "N",
     "Have N intervals and N/2 events in the page at once (default 500000)."},
    {"all", 'a', OPTION_FLAG, &given.all, NULL, "Keep everything in full detail."},
    {"plain", 0, OPTION_FLAG, &given.plain, NULL, "Write tables only, without the script and its data."},
    CLI_IMPORT_OPTION,
    CLI_RATE_OPTION,
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char description[] =
    "FILE is a recording, a pack, - for standard input, or a profile of another tool: gmon.out, perf.data, "
    "callgrind.out, folded stacks … (`spoor help profile`). The page needs no network; its tables can be "
    "read without scripts. "
    "Several recordings share one time axis.";

static const struct doc_item examples[] = {
    {"spoor report -e demo.elf demo.spoor -o report.html", "Write a page about a recording."},
    {"spoor report -e a.elf -e b.elf a.spoor b.spoor --by event=sync.number",
     "Show two targets on one time axis."},
    {"spoor report --diff -e old.elf -e new.elf old.spoor new.spoor", "Compare two runs."},
    {NULL}};

static struct page *pages;
static unsigned page_count;

static uint64_t limit(void)
{
    return given.all ? 0 : given.limit != 0 ? given.limit : LIMIT;
}

static struct report_plugin plugins[OPTION_LIST_MAX];

static int read_plugins(struct cli *cli)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < given.plugins.count && result == CLI_OK; n++) {
        const char *path = given.plugins.item[n];

        plugins[n] = (struct report_plugin){path_name(path), report_file(path, &cli->input.fault)};
        if (plugins[n].text == NULL) {
            result = cli_fail(cli, &cli->input.fault, STATUS_UNREADABLE);
        }
    }
    return result;
}

static int write_file(struct cli *cli)
{
    const char *path = given.output != NULL ? given.output : "report.html";
    const struct report_look look = {.title = given.title,
                                     .templates = given.templates,
                                     .session = given.session,
                                     .range = given.pass.range,
                                     .plugins = plugins,
                                     .plugin_count = given.plugins.count,
                                     .limit = limit(),
                                     .plain = given.plain};
    struct output output;
    int result = output_open(&output, cli, path, false);

    if (result == CLI_OK) {
        result = output_close(&output, report_page(pages, page_count, &look, output.out, &cli->input.fault));
    }
    if (result == CLI_OK && output.path != NULL) {
        log_line(LOG_INFO, "wrote %s; open it in a browser", path);
    }
    return result;
}

/* ------------------------------------------------------------------ the files */

/* The value of an option for a file. One value is for all files. */
static const char *value_of(const struct option_list *list, unsigned n)
{
    return list->count == 1 ? list->item[0] : n < list->count ? list->item[n] : NULL;
}

static const char *elf_of(unsigned n)
{
    return value_of(&given.elf, n);
}

static char *topologies[FILES_MAX];

static int read_topologies(struct cli *cli)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < page_count && result == CLI_OK; n++) {
        const char *text = value_of(&given.topology, n);

        topologies[n] = text != NULL ? topology_read(text, &cli->input.fault) : NULL;
        if (text != NULL && topologies[n] == NULL) {
            result = cli_fail(cli, &cli->input.fault, STATUS_UNREADABLE);
        }
    }
    return result;
}

static int read_page(struct cli *cli, struct page *p, const char *path, const char *elf, const char *topology)
{
    int result = cli_open_any(cli, &p->input, elf, path);

    p->file = path_name(path);
    p->path = path;
    p->options = &given.pass;
    if (result == CLI_OK && p->input.profile_kind != NULL) {
        return given.pass.range == NULL && given.pass.where == NULL
                   ? CLI_OK
                   : cli_usage("--range and --where are for recordings; this is ", p->input.profile_kind);
    }
    if (result == CLI_OK && !given.plain) {
        report_pack(p);
    }
    if (result == CLI_OK) {
        result = cli_fail(cli, &p->input.fault, report_read(p, topology, limit(), REPORT_TABLES));
    }
    if (result == CLI_OK && topology != NULL) {
        result = cli_fail(cli, &p->input.fault,
                          topology_check(topology, spoor_recording(p->data.reader)->cpus, &p->input.fault));
    }
    return result;
}

/* Fit all clocks to the first one. */
static int fit(struct cli *cli)
{
    struct member *members = calloc(page_count, sizeof *members);
    int result = members != NULL ? CLI_OK : CLI_UNREADABLE;

    for (unsigned n = 0; n < page_count && result == CLI_OK; n++) {
        members[n].file = cli->argument[n];
        members[n].elf = elf_of(n);
    }
    struct fault *fault = &cli->input.fault;
    const struct spoor_report report = cli_report(cli);

    result = result == CLI_OK ? merge_survey(members, page_count, given.by, &report, fault) : result;
    for (unsigned n = 0; members != NULL && n < page_count; n++) {
        members[n].input.report = report;
    }
    result = result == CLI_OK ? merge_fit(members, page_count, given.by, fault) : result;
    for (unsigned n = 0; n < page_count && result == CLI_OK; n++) {
        const struct time_axis *axis = &members[n].fit.axis;

        pages[n].data.rate = axis->rate;
        pages[n].data.offset_ns = (int64_t)(axis->to - axis->from * axis->rate);
    }
    merge_free(members, page_count);
    free(members);
    return result;
}

/* Keep standard input in a file, since it is read twice. */
static int keep_input(const char *path)
{
    struct stat st;
    FILE *f = NULL;
    char bytes[65536];
    ssize_t n = 0;

    if (strcmp(path, "-") != 0 || (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode))) {
        return CLI_OK;
    }
    f = spill_open();
    while (f != NULL && (n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0 &&
           fwrite(bytes, 1, (size_t)n, f) == (size_t)n) {
    }
    bool done = f != NULL && n == 0 && fflush(f) == 0 && dup2(fileno(f), STDIN_FILENO) >= 0 &&
                lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
    int result = done ? CLI_OK : cli_failed("standard input", strerror(errno));

    if (f != NULL) {
        fclose(f);
    }
    return result;
}

static int check_arguments(const struct cli *cli)
{
    if (cli->arguments == 0 || cli->arguments > FILES_MAX) {
        return cli_usage(cli->arguments == 0 ? "report needs a FILE" : "report takes at most eight files",
                         "");
    }
    if (given.diff && cli->arguments != 2) {
        return cli_usage("--diff compares two files: BEFORE AFTER", "");
    }
    if (given.by != NULL && (cli->arguments < 2 || !merge_is_way(given.by))) {
        return cli_usage(
            "--by is for several recordings: host-time, offset=TIME, event=NAME or event=NAME.FIELD", "");
    }
    return CLI_OK;
}

static int report(struct cli *cli)
{
    int result = check_arguments(cli);

    if (result != CLI_OK) {
        return result;
    }
    page_count = cli->arguments;
    pages = calloc(page_count, sizeof *pages);
    if (pages == NULL) {
        return cli_failed("report", strerror(ENOMEM));
    }
    result = read_topologies(cli);
    result = result == CLI_OK ? read_plugins(cli) : result;
    if (given.by != NULL && result == CLI_OK) {
        result = fit(cli);
    }
    for (unsigned n = 0; n < page_count && result == CLI_OK; n++) {
        result = keep_input(cli->argument[n]);
        result =
            result == CLI_OK ? read_page(cli, &pages[n], cli->argument[n], elf_of(n), topologies[n]) : result;
    }
    pages[0].compared = given.diff ? &pages[1] : NULL;
    result = result == CLI_OK ? write_file(cli) : result;
    for (unsigned n = 0; n < page_count; n++) {
        report_close(&pages[n]);
        free(topologies[n]);
    }
    for (unsigned n = 0; n < given.plugins.count; n++) {
        free((void *)(uintptr_t)plugins[n].text);
    }
    free(pages);
    return result;
}

SPOOR_COMMAND(report, CLI_LOOK, "FILE…", "write one HTML file: losses, timeline, functions, latencies, waits",
              CLI_NOTHING, report, options, description, examples, .status = {[3] = STATUS_LACKS},
              .see = "serve stats merge");
