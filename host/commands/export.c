/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor export: a recording in another tool's format. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <export/export.h>
#include <query/tables.h>
#include <query/profile.h>
#include <cli/output.h>

static struct {
    const char *to, *output, *run, *release;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"to", 0, OPTION_TEXT, &given.to, "FORMAT", "`spoor export` alone lists them"},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE",
     "where to; a folder for ctf. Otherwise standard output"},
    {"run", 0, OPTION_TEXT, &given.run, "NAME", "formats of tables: the run's name; otherwise the file's"},
    {"release", 0, OPTION_TEXT, &given.release, "NAME", "formats of tables: the program's release"},
    PASS_OPTIONS(given.pass),
    OPTION_END};

struct run {
    struct pass pass;
    const struct exporter *exporter;
    struct export export;
};

static void refresh(struct run *r)
{
    r->export.hz = r->pass.hz;
    r->export.cpus = spoor_recording(r->pass.cli->reader)->cpus;
    r->export.end = r->pass.end;
    r->export.intervals = r->pass.intervals;
}

static void take_interval(struct pass *p, const struct interval *i)
{
    struct run *r = p->arg;

    if (r->exporter->interval != NULL) {
        refresh(r);
        r->exporter->interval(&r->export, i);
    }
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    struct run *r = p->arg;

    if (r->exporter->item != NULL) {
        refresh(r);
        r->exporter->item(&r->export, item, spoor_id(p->cli->elf, item->kind == SPOOR_RECORD ? item->id : 0));
    }
}

static int failed(const char *name, int error)
{
    fprintf(stderr, "spoor: %s: %s\n", name, strerror(error));
    return CLI_UNREADABLE;
}

/* @return an exit status, after a message */
static int conclude(struct run *r)
{
    const struct exporter *x = r->exporter;

    if (r->export.error != 0) {
        return failed(given.output != NULL ? given.output : "standard output", r->export.error);
    }
    if (r->export.refusal != NULL) {
        fprintf(stderr, "spoor: export --to %s: %s\n", x->name, r->export.refusal);
        return CLI_CANT_SAY;
    }
    return CLI_OK;
}

static int run_recording(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct run r = {.pass = {.cli = cli,
                             .options = &given.pass,
                             .arg = &r,
                             .before = take_item,
                             .interval = take_interval,
                             .error = &r.export.error},
                    .exporter = x,
                    .export = {.out = out,
                               .folder = given.output,
                               .reader = cli->reader,
                               .elf = cli->elf,
                               .state = calloc(1, x->state_bytes)}};
    int result = CLI_UNREADABLE;

    if (r.export.state != NULL) {
        if (x->begin != NULL) {
            x->begin(&r.export);
        }
        result = pass_run(&r.pass);
        if (result == CLI_OK) {
            refresh(&r);
            x->end(&r.export);
            result = conclude(&r);
        }
        if (result == CLI_OK) {
            pass_tell_left_out(&r.pass);
        }
        if (x->free != NULL) {
            x->free(&r.export);
        }
    }
    free(r.export.state);
    pass_close(&r.pass);
    return result;
}

static int run_profile(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct run r = {
        .pass = {.cli = cli}, .exporter = x, .export = {.out = out, .elf = cli->elf, .reader = cli->reader}};
    struct profile p = {.count = 0};
    char name[40];

    snprintf(name, sizeof name, "export --to %s", x->name);
    int result = gather(cli, &given.pass, x->needs, name, &p);

    if (result == CLI_OK) {
        x->profile(&r.export, &p);
        result = conclude(&r);
    }
    profile_free(&p);
    return result;
}

/* ------------------------------------------------------------------ formats of tables, of one or many runs
 */

static bool take_table(void *arg, const struct table_kind *kind)
{
    struct run *r = arg;

    return r->export.error == 0 && r->exporter->table(&r->export, kind);
}

static void take_row(void *arg, const struct cell *row)
{
    struct run *r = arg;

    r->exporter->row(&r->export, row);
}

/* The run of an open file: its header is near its beginning. */
static void describe_run(struct cli *cli, struct export_run *run)
{
    const struct spoor_item *item;

    while (!spoor_recording(cli->reader)->header.seen && spoor_next(cli->reader, &item) > 0) {
    }
    const struct spoor_header *h = &spoor_recording(cli->reader)->header;
    const char *slash = strrchr(cli->file, '/');

    *run = (struct export_run){.name = given.run != NULL ? given.run
                                       : slash != NULL   ? slash + 1
                                                         : cli->file,
                               .release = given.release != NULL ? given.release : "",
                               .board = strdup(h->board),
                               .ms = spoor_note(cli->reader)->ms};
    for (uint32_t n = 0; n < h->build_id_bytes; n++) {
        snprintf(run->build + 2 * n, 3, "%02x", h->build_id[n]);
    }
}

static int add_run(struct run *r, const char *elf, const char *file)
{
    static struct cli cli, again;
    struct export_run run;
    int result = cli_open_file(&cli, elf, file, false);

    if (result == CLI_OK) {
        describe_run(&cli, &run);
        result = cli_has_packets(&cli) ? CLI_OK : CLI_UNREADABLE;
        r->export.run = &run;
        cli_close(&cli);
        if (result == CLI_OK && (result = cli_open_file(&again, elf, file, true)) == CLI_OK) {
            result = fill(&again, &(struct fill){.options = &given.pass,
                                                 .events = r->exporter->events,
                                                 .arg = r,
                                                 .table = take_table,
                                                 .row = take_row});
        }
        if (result == CLI_OK && r->exporter->end_run != NULL) {
            r->exporter->end_run(&r->export);
        }
        free((char *)(uintptr_t)run.board);
        cli_close(&again);
    } else {
        cli_close(&cli);
    }
    return result;
}

static int run_tables(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct run r = {.pass = {.cli = cli},
                    .exporter = x,
                    .export = {.out = out, .folder = given.output, .state = calloc(1, x->state_bytes)}};
    int result = r.export.state != NULL ? CLI_OK : CLI_UNREADABLE;

    if (result == CLI_OK && x->begin != NULL) {
        x->begin(&r.export);
    }
    for (unsigned n = 0; n < cli->arguments && result == CLI_OK && r.export.error == 0; n++) {
        result = add_run(&r, cli->elf_path, cli->argument[n]);
    }
    if (result == CLI_OK) {
        x->end(&r.export);
        result = conclude(&r);
    }
    if (x->free != NULL) {
        x->free(&r.export);
    }
    free(r.export.state);
    return result;
}

static int run(struct cli *cli, const struct exporter *x, struct out *out)
{
    if (x->table != NULL && cli->profile_kind == NULL && (cli->arguments == 1 || !x->one_run)) {
        return run_tables(cli, x, out);
    }
    if (cli->arguments > 1) {
        return cli_usage("one file at a time, in this format: not also ", cli->argument[1]);
    }
    if (x->profile != NULL) {
        return run_profile(cli, x, out);
    }
    if (cli->profile_kind != NULL) {
        return cli_usage("this format is for recordings; this file is ", cli->profile_kind);
    }
    return run_recording(cli, x, out);
}

static void list_formats(FILE *to)
{
    const struct exporter *x;

    fprintf(to, "FORMAT, for --to, is one of:\n");
    for (unsigned n = 0; (x = export_nth(n)) != NULL; n++) {
        fprintf(to, "  %-15s %s\n", x->name, x->summary);
    }
}

static int no_such_format(const char *name)
{
    struct nearest near = {.word = name};
    const struct exporter *x;

    for (unsigned n = 0; (x = export_nth(n)) != NULL; n++) {
        nearest_offer(&near, x->name);
    }
    if (*nearest_hint(&near) == 0) {
        list_formats(stderr);
    }
    return cli_unknown("no such format: ", &near);
}

static int export(struct cli *cli)
{
    const struct exporter *x = given.to != NULL ? export_find(given.to) : NULL;

    if (given.to == NULL) {
        list_formats(stderr);
        return cli_usage("export needs --to FORMAT", "");
    }
    if (x == NULL) {
        return no_such_format(given.to);
    }
    if (x->is_folder) {
        if (given.output == NULL) {
            return cli_usage("this format is a folder: name it by -o", "");
        }
        if (mkdir(given.output, 0777) != 0 && errno != EEXIST) {
            return failed(given.output, errno);
        }
        return run(cli, x, &cli->out);
    }
    if (x->opens_file && given.output == NULL) {
        return cli_usage("this format is a file: name it by -o", "");
    }
    if (x->opens_file) {
        int result = output_check(cli, given.output);

        return result == CLI_OK ? run(cli, x, &cli->out) : result;
    }
    struct output output;
    int result = output_open(&output, cli, given.output, x->is_binary);

    return result == CLI_OK ? output_close(&output, run(cli, x, output.out)) : result;
}

SPOOR_COMMAND(export, CLI_CONVERT, "FILE…", "write another tool's format: perfetto, trace.dat, ctf, chrome …",
              CLI_ANY, export, options, NULL, list_formats);
