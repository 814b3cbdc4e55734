/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor report: one HTML file that tells where the time went, and which threads were late; readable without
 * scripts. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <report/html.h>
#include <report/assets.h>
#include "report_parts.h"

static struct {
    const char *output, *templates, *title, *topology;
    uint64_t limit;
    bool plain, all;
    struct pass_options pass;
} given;

#define LIMIT 2000000

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "the page; otherwise report.html"},
    {"title", 0, OPTION_TEXT, &given.title, "TEXT", "its title; otherwise the board and the file"},
    {"template", 0, OPTION_TEXT, &given.templates, "FOLDER",
     "shell.html and style.css from there, in place of the built-in ones (docs/report.md)"},
    {"topology", 0, OPTION_TEXT, &given.topology, "GROUPS",
     "CPUs that belong together: '0-1 2-3', or with names 'little=0-3 big=4,5'"},
    {"limit", 0, OPTION_NUMBER, &given.limit, "N",
     "so many intervals in full, and half as many events; the rest coarse. Otherwise 2000000"},
    {"all", 'a', OPTION_FLAG, &given.all, NULL, "all of them in full"},
    {"plain", 0, OPTION_FLAG, &given.plain, NULL, "tables only: no script, no data for it"},
    PASS_OPTIONS(given.pass),
    OPTION_END};

/* ------------------------------------------------------------------ the page */

static int failed(const char *name, const char *wrong)
{
    fprintf(stderr, "spoor: %s: %s\n", name, wrong);
    return CLI_UNREADABLE;
}

/* A file of --template, or the built-in one. @return NULL after a message; the caller frees it */
static char *load(const char *name, const char *built_in, size_t size)
{
    char path[4096], *text = NULL;
    size_t room = 0;

    if (given.templates == NULL) {
        return strndup(built_in, size);
    }
    snprintf(path, sizeof path, "%s/%s", given.templates, name);
    FILE *f = fopen(path, "rb");
    ssize_t n = f != NULL ? getdelim(&text, &room, 0, f) : -1;

    if (n < 0) {
        (void)failed(path, errno != 0 ? strerror(errno) : "empty");
        free(text);
        text = NULL;
    }
    if (f != NULL) {
        fclose(f);
    }
    return text;
}

static void put_data(void *arg, struct out *out)
{
    struct page *p = arg;
    bool done = given.plain ||
                (p->cli->profile_kind != NULL
                     ? report_write_profile(&p->cli->profile, p->file, p->cli->profile_kind, out, SECTION_HTML, 0)
                     : report_write(&p->data, out, SECTION_HTML, 0));

    p->failed |= !done;
}

static void put_script(void *arg, struct out *out)
{
    (void)arg;
    if (!given.plain) {
        out_literal(out, "<script>");
        out_bytes(out, asset_viewer, sizeof asset_viewer);
        out_literal(out, "</script>");
    }
}

static int write_page(struct page *p, struct out *out)
{
    const char *board = p->cli->profile_kind != NULL ? "" : spoor_recording(p->cli->reader)->header.board;
    const char *slash = strrchr(p->cli->file, '/'), *wrong = NULL;
    char title[300], lead[200];
    char *shell = load("shell.html", asset_shell, sizeof asset_shell),
         *style = load("style.css", asset_style, sizeof asset_style);
    int result = shell != NULL && style != NULL ? CLI_OK : CLI_UNREADABLE;

    p->file = slash != NULL ? slash + 1 : p->cli->file;
    p->data.file = p->file;
    snprintf(title, sizeof title, "%s%s%s", board, board[0] != 0 ? ": " : "", p->file);
    if (p->cli->profile_kind != NULL) {
        snprintf(lead, sizeof lead, "%u functions", report_functions(&p->cli->profile));
    } else {
        snprintf(lead, sizeof lead, "%" PRIu64 " events in %.3f s%s%s", p->events,
                 p->data.hz != 0 ? (double)(p->data.history.end - p->data.history.begin) / p->data.hz : 0,
                 given.pass.range != NULL ? ", range " : "",
                 given.pass.range != NULL ? given.pass.range : "");
    }
    const struct html_place places[] = {{"title", given.title != NULL ? given.title : title, NULL, NULL},
                                        {"lead", lead, NULL, NULL},
                                        {"style", style, NULL, NULL},
                                        {"policy",
                                         given.plain ? "default-src 'none'; style-src 'unsafe-inline'; base-uri "
                                                       "'none'; form-action 'none'"
                                                     : "default-src 'none'; script-src '" ASSET_VIEWER_HASH
                                                       "'; style-src 'unsafe-inline'; img-src data: blob:; "
                                                       "base-uri 'none'; form-action 'none'",
                                         NULL, NULL},
                                        {"data", NULL, put_data, p},
                                        {"script", NULL, put_script, p},
                                        {"contents", NULL, report_contents, p},
                                        {"body", NULL, report_body, p}};

    if (result == CLI_OK && !html_template(out, shell, places, sizeof places / sizeof places[0], &wrong)) {
        result = failed(given.templates != NULL ? given.templates : "shell.html", wrong);
    }
    out_flush(out);
    free(shell);
    free(style);
    return result == CLI_OK && p->failed ? CLI_UNREADABLE : result;
}

static void note_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    report_take_note(p, pass, item);
    report_note(&p->data, item);
}

static void take_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    report_take_item(p, pass, item);
    history_item(&p->data.history, item);
    p->events += item->kind == SPOOR_RECORD;
    if (!given.plain) {
        report_event(&p->data, item, intervals_follow(pass->intervals));
    }
}

static void take_stack(struct pass *pass, const struct spoor_item *item)
{
    if (!given.plain) {
        report_stack(&((struct page *)pass->arg)->data, item, intervals_follow(pass->intervals));
    }
}

static void take_interval(struct pass *pass, const struct interval *i)
{
    struct page *p = pass->arg;

    report_take_interval(p, pass, i);
    history_interval(&p->data.history, i);
}

static int write_file(struct page *p)
{
    static struct out file;
    const char *output = given.output != NULL ? given.output : "report.html";

    file = (struct out){.fd = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (file.fd < 0) {
        return failed(output, strerror(errno));
    }
    int result = write_page(p, &file);

    if (close(file.fd) != 0 && file.error == 0) {
        file.error = errno;
    }
    return file.error != 0 ? failed(output, strerror(file.error)) : result;
}

static int report(struct cli *cli)
{
    const uint64_t limit = given.all ? 0 : given.limit != 0 ? given.limit : LIMIT;
    static struct page p;
    struct pass pass = {.cli = cli,
                        .options = &given.pass,
                        .arg = &p,
                        .every = note_item,
                        .before = take_item,
                        .followed = take_stack,
                        .interval = take_interval};

    p = (struct page){.cli = cli,
                      .options = &given.pass,
                      .pass = &pass,
                      .data = {.reader = cli->reader,
                               .elf = cli->elf,
                               .topology = given.topology,
                               .range = given.pass.range,
                               .where = given.pass.where,
                               .events = {.limit = limit / 2},
                               .history = {.limit = limit, .reader = cli->reader}}};
    if (cli->profile_kind != NULL) {
        return given.pass.range == NULL && given.pass.where == NULL
                   ? write_file(&p)
                   : cli_usage("--range and --where are for recordings; this is ", cli->profile_kind);
    }
    int result = report_open(&p) ? pass_run(&pass) : CLI_UNREADABLE;

    p.data.hz = pass.hz;
    if (result == CLI_OK && p.data.history.some) {
        p.data.history.begin = pass.begin;
        p.data.history.end = pass.end;
    }
    result = result == CLI_OK ? write_file(&p) : result;
    report_close(&p);
    report_data_free(&p.data);
    pass_close(&pass);
    return result;
}

SPOOR_COMMAND(report, "FILE",
              "one HTML file: losses, timeline, load, latencies, waits, blocks; readable without scripts",
              CLI_ANY, report, options);
