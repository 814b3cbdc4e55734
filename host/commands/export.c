/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor export: write a recording in a format of another tool. */
#include <string.h>
#include <base/count.h>
#include <base/path.h>
#include <cli/absent.h>
#include <cli/external.h>
#include <cli/output.h>
#include <query/export.h>

static struct {
    const char *to, *output, *run, *release;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"to", 0, OPTION_TEXT, &given.to, "FORMAT", "The format; see below."},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE",
     "Write to FILE instead of standard output. For formats of several files it is a folder."},
    {"run", 0, OPTION_TEXT, &given.run, "NAME",
     "Formats of tables: the name of the run (default: the name of the file)."},
    {"release", 0, OPTION_TEXT, &given.release, "NAME", "Formats of tables: the release of the program."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static struct output output;

static struct export given_output(void)
{
    return (struct export){.out = output.out, .path = output.path, .name = output.name};
}

static int write_trace(struct cli *cli, const struct trace_exporter *x)
{
    struct trace_export e = {.to = given_output()};

    if (cli->input.profile_kind != NULL) {
        return cli_usage("this format is for recordings; this file is ", cli->input.profile_kind);
    }
    return export_trace(&cli->input, &given.pass, x, &e);
}

static int write_profile(struct cli *cli, const struct profile_exporter *x)
{
    struct export e = given_output();

    return export_profile(&cli->input, &given.pass, x, &e);
}

static int add_run(struct input *in, const struct table_exporter *x, struct table_export *e)
{
    struct export_run run = {.name = given.run != NULL ? given.run : path_name(in->file),
                             .release = given.release != NULL ? given.release : ""};

    return export_tables_add(in, &given.pass, x, e, &run);
}

/* The first run is open already. */
static int write_tables(struct cli *cli, const struct table_exporter *x)
{
    struct table_export e = {.to = given_output()};
    struct fault *fault = &cli->input.fault;

    if (cli->input.profile_kind != NULL) {
        return cli_usage("this format is for recordings; this file is ", cli->input.profile_kind);
    }
    int result = export_tables_begin(x, &e, fault);

    if (result == CLI_OK) {
        result = add_run(&cli->input, x, &e);
    }
    for (unsigned n = 0; n < cli->arguments && result == CLI_OK; n++) {
        struct input in;

        if (cli->argument[n] != cli->input.file) {
            result = cli_open_file(cli, &in, cli->input.elf_path, cli->argument[n]);
            result = cli_fail(cli, &in.fault, result == CLI_OK ? add_run(&in, x, &e) : result);
            input_close(&in);
        }
    }
    result = result == CLI_OK ? export_tables_end(x, &e, fault) : result;
    export_tables_close(x, &e);
    return result;
}

static int write_format(struct cli *cli, const struct export_format *format, enum export_kind kind)
{
    /* The format is the first member of its exporter. */
    const struct table_exporter *tables = (const void *)format;

    if (cli->arguments > 1 && (kind != EXPORT_TABLE || tables->one_run)) {
        return cli_usage("this format takes one file, not also ", cli->argument[1]);
    }
    return kind == EXPORT_TRACE     ? write_trace(cli, (const void *)format)
           : kind == EXPORT_PROFILE ? write_profile(cli, (const void *)format)
                                    : write_tables(cli, tables);
}

static bool nth_format(unsigned n, struct cli_choice *c)
{
    static const char *const kinds[EXPORT_KINDS] = {"traces", "profiles", "tables"};
    const struct export_format *x;

    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned i = 0; (x = export_nth(kind, i)) != NULL; i++, n--) {
            if (n == 0) {
                *c = (struct cli_choice){kinds[kind], x->name, x->summary};
                return true;
            }
        }
    }
    return false;
}

static const struct cli_choices formats = {"formats", "FORMAT, for --to, is one of:", nth_format};

static const char description[] =
    "`spoor export` writes a recording, its function profile, or its tables in a format of another tool. "
    "`spoor help FORMAT` says more about a format. Formats of tables take several files. Any other FORMAT is "
    "written by the program spoor-export-FORMAT, if it is in the PATH, from the output of `spoor dump "
    "--json`.";

static const struct doc_item examples[] = {
    {"spoor export --to perfetto -o demo.perfetto -e ELF FILE", "Write a file for ui.perfetto.dev."},
    {"spoor export --to trace.dat -o trace.dat -e ELF FILE", "Write a file for KernelShark."},
    {"spoor export --to folded -e ELF FILE | flamegraph.pl >flame.svg",
     "Draw a flame graph of function calls."},
    {NULL}};

static int no_such_format(const char *name)
{
    struct nearest near = {.word = name};
    const struct export_format *x;

    if (absent_format(name)) {
        return CLI_UNREADABLE;
    }
    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned n = 0; (x = export_nth(kind, n)) != NULL; n++) {
            nearest_offer(&near, x->name);
        }
    }
    if (*nearest_hint(&near) == 0) {
        cli_list_choices(&formats, stderr);
    }
    return cli_unknown("no such format: ", &near);
}

/* A format that another program writes. */
static int run_program(struct cli *cli)
{
    const char *words[12], **end = words;
    const char *const pairs[][2] = {
        {"--elf", cli->input.elf_path}, {"--range", given.pass.range}, {"--where", given.pass.where}};
    char number[24];

    if (cli->arguments > 1 || cli->input.file == NULL || cli->input.profile_kind != NULL ||
        cli_import != NULL) {
        return cli_usage("a format of another program takes one recording", "");
    }
    for (unsigned n = 0; n < COUNT_OF(pairs); n++) {
        if (pairs[n][1] != NULL) {
            *end++ = pairs[n][0];
            *end++ = pairs[n][1];
        }
    }
    if (given.pass.recording != 0) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)given.pass.recording);
        *end++ = "--recording";
        *end++ = number;
    }
    *end++ = cli->input.file;
    *end = NULL;
    int result = given.output != NULL ? output_open_file(&output, cli, given.output) : CLI_OK;

    if (result == CLI_OK) {
        result = external_export(given.to, words, given.output != NULL ? output.path : NULL);
        result = given.output != NULL ? output_close(&output, result) : result;
    }
    return result;
}

static int export(struct cli *cli)
{
    enum export_kind kind;
    const struct export_format *x = given.to != NULL ? export_find(given.to, &kind) : NULL;

    if (given.to == NULL) {
        cli_list_choices(&formats, stderr);
        return cli_usage("export needs --to FORMAT", "");
    }
    if (x == NULL && external_exists("export", given.to)) {
        return run_program(cli);
    }
    if (x == NULL) {
        return no_such_format(given.to);
    }
    if (x->makes == EXPORT_FOLDER && given.output == NULL) {
        return cli_usage("this format is a folder: name it by -o", "");
    }
    if (x->makes == EXPORT_FILE && given.output == NULL) {
        return cli_usage("this format is a file: name it by -o", "");
    }
    int result = x->makes == EXPORT_FOLDER ? output_open_folder(&output, cli, given.output)
                 : x->makes == EXPORT_FILE
                     ? output_open_file(&output, cli, given.output)
                     : output_open(&output, cli, given.output, x->makes == EXPORT_BINARY);

    return result == CLI_OK ? output_close(&output, write_format(cli, x, kind)) : result;
}

SPOOR_COMMAND(export, CLI_CONVERT, "FILE…",
              "write a format of another tool: perfetto, trace.dat, ctf, chrome …", CLI_ANY, export, options,
              description, examples, &formats, .see = "profile sql merge");
