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
    r->export.cpus = spoor_recording(r->pass.input->reader)->cpus;
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
        r->exporter->item(&r->export, item,
                          spoor_id(p->input->elf, item->kind == SPOOR_RECORD ? item->id : 0));
    }
}

/* @return an exit status, after a message */
static int conclude(struct run *r)
{
    const struct exporter *x = r->exporter;

    if (r->export.error != 0) {
        return cli_failed(given.output != NULL ? given.output : "standard output", strerror(r->export.error));
    }
    if (r->export.refusal != NULL) {
        fprintf(stderr, "spoor: export --to %s: %s\n", x->name, r->export.refusal);
        return CLI_CANT_SAY;
    }
    return CLI_OK;
}

static int run_recording(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct run r = {.pass = {.input = &cli->input,
                             .options = &given.pass,
                             .arg = &r,
                             .before = take_item,
                             .interval = take_interval,
                             .error = &r.export.error},
                    .exporter = x,
                    .export = {.out = out,
                               .folder = given.output,
                               .reader = cli->input.reader,
                               .elf = cli->input.elf,
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
    struct run r = {.exporter = x,
                    .export = {.out = out, .elf = cli->input.elf, .reader = cli->input.reader}};
    struct profile p = {.count = 0};
    char name[40];

    snprintf(name, sizeof name, "export --to %s", x->name);
    int result = gather(&cli->input, &given.pass, x->needs, name, &p);

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

static void take_row(void *arg, const struct table_kind *kind, const struct cell *row)
{
    struct run *r = arg;

    r->exporter->row(&r->export, kind, row);
}

/* Its header is near its beginning. */
static void describe_run(struct input *in, struct export_run *run)
{
    const struct spoor_item *item;

    while (!spoor_recording(in->reader)->header.seen && spoor_next(in->reader, &item) > 0) {
    }
    const struct spoor_header *h = &spoor_recording(in->reader)->header;
    const char *slash = strrchr(in->file, '/');

    *run = (struct export_run){.name = given.run != NULL ? given.run
                                       : slash != NULL   ? slash + 1
                                                         : in->file,
                               .release = given.release != NULL ? given.release : "",
                               .ms = spoor_note(in->reader)->ms};
    snprintf(run->board, sizeof run->board, "%s", h->board);
    for (uint32_t n = 0; n < h->build_id_bytes; n++) {
        snprintf(run->build + 2 * n, 3, "%02x", h->build_id[n]);
    }
}

/* A run is described before its rows: its file is opened a second time for that. */
static int add_run(struct run *r, struct input *in)
{
    struct input first;
    struct export_run run;
    int result = input_open_again(&first, in);

    if (result == CLI_OK) {
        describe_run(&first, &run);
        r->export.run = &run;
        result = fill(in, &(struct fill){.options = &given.pass,
                                         .events = r->exporter->events,
                                         .arg = r,
                                         .table = take_table,
                                         .row = take_row});
        if (result == CLI_OK && r->exporter->end_run != NULL) {
            r->exporter->end_run(&r->export);
        }
    } else {
        (void)fault_usage(&in->fault, "this format takes files, not standard input or an image");
    }
    input_close(&first);
    return result;
}

/* The first run is open already. */
static int add_runs(struct cli *cli, struct run *r)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < cli->arguments && result == CLI_OK && r->export.error == 0; n++) {
        struct input in = {.file = NULL};
        bool is_open = cli->argument[n] == cli->input.file;

        result = is_open ? CLI_OK : cli_open_file(cli, &in, cli->input.elf_path, cli->argument[n]);
        if (result == CLI_OK) {
            result = add_run(r, is_open ? &cli->input : &in);
        }
        result = cli_fail(cli, &in.fault, result);
        input_close(&in);
    }
    return result;
}

static int run_tables(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct run r = {.exporter = x,
                    .export = {.out = out, .folder = given.output, .state = calloc(1, x->state_bytes)}};
    int result = r.export.state != NULL ? CLI_OK : CLI_UNREADABLE;

    if (result == CLI_OK && x->begin != NULL) {
        x->begin(&r.export);
    }
    if (result == CLI_OK) {
        result = add_runs(cli, &r);
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
    if (x->table != NULL && cli->input.profile_kind == NULL && (cli->arguments == 1 || !x->one_run)) {
        return run_tables(cli, x, out);
    }
    if (cli->arguments > 1) {
        return cli_usage("one file at a time, in this format: not also ", cli->argument[1]);
    }
    if (x->profile != NULL) {
        return run_profile(cli, x, out);
    }
    if (cli->input.profile_kind != NULL) {
        return cli_usage("this format is for recordings; this file is ", cli->input.profile_kind);
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
            return cli_failed(given.output, strerror(errno));
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
