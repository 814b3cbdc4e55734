/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor help, spoor man: a page about a command, a topic, an analysis or a format, for a terminal or for
 * man(1). Pages are made from the declarations of these, so they can't differ from the tool.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <analysis/analysis.h>
#include <cli/absent.h>
#include <cli/cli.h>
#include <cli/topic.h>
#include <export/export.h>

/* ------------------------------------------------------------------ analyses and formats */

static void write_analysis(struct doc *p, const struct analysis *a)
{
    char name[64], synopsis[80];

    snprintf(name, sizeof name, "spoor-stats-%s", a->name);
    snprintf(synopsis, sizeof synopsis, "stats %s [options] FILE", a->name);
    doc_begin(p, name, synopsis, a->summary);
    doc_section(p, "columns");
    for (unsigned n = 0; n < a->kind.count; n++) {
        doc_item(p, a->kind.columns[n].name, a->kind.columns[n].help);
    }
    if (a->needs != 0) {
        doc_section(p, "needed events");
    }
    for (uint32_t need = 1; need <= a->needs; need <<= 1) {
        char text[400];

        if (a->needs & need) {
            snprintf(text, sizeof text, "%s. To record %s.", analysis_events(need), analysis_remedy(need));
            doc_text(p, text);
        }
    }
    doc_section(p, "see also");
    doc_text(p, p->form == DOC_MAN ? "`spoor-stats`(1), `spoor-sql`(1)" : "spoor help stats, spoor help sql");
}

static const char *const makes[] = {
    [EXPORT_TEXT] = "The output is text.",
    [EXPORT_BINARY] = "The output is binary, and isn't written to a terminal.",
    [EXPORT_FILE] = "The output is a file, which -o must name.",
    [EXPORT_FOLDER] = "The output is a folder, which -o must name.",
};

static const char *const inputs[EXPORT_KINDS] = {
    [EXPORT_TRACE] = "The format shows a recording over time.",
    [EXPORT_PROFILE] =
        "The format shows a profile: the calls or samples of a recording, or a profile of another tool.",
    [EXPORT_TABLE] = "The format has the tables of `spoor stats`.",
};

static void write_format(struct doc *p, const struct export_format *x, enum export_kind kind)
{
    char name[64], synopsis[80], text[300];

    snprintf(name, sizeof name, "spoor-export-%s", x->name);
    snprintf(synopsis, sizeof synopsis, "export --to %s [options] FILE", x->name);
    doc_begin(p, name, synopsis, x->summary);
    snprintf(text, sizeof text, "%s %s", inputs[kind], makes[x->makes]);
    doc_description(p, text);
    doc_section(p, "see also");
    doc_text(p, p->form == DOC_MAN ? "`spoor-export`(1)" : "spoor help export");
}

/* ------------------------------------------------------------------ all that has a page */

/* @return whether `name` is a topic, an analysis or a format, whose page was written then */
static bool write_other(struct doc *p, const char *name, struct nearest *near)
{
    const struct topic *t;
    const struct analysis *a;
    const struct export_format *x;

    for (unsigned n = 0; (t = topic_nth(n)) != NULL; n++) {
        nearest_offer(near, t->name);
        if (strcmp(t->name, name) == 0) {
            topic_write(t, p);
            return true;
        }
    }
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        nearest_offer(near, a->name);
        if (strcmp(a->name, name) == 0) {
            write_analysis(p, a);
            return true;
        }
    }
    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned n = 0; (x = export_nth(kind, n)) != NULL; n++) {
            nearest_offer(near, x->name);
            if (strcmp(x->name, name) == 0) {
                write_format(p, x, kind);
                return true;
            }
        }
    }
    return false;
}

/* Write the page of a topic. @return CLI_OK, or an exit status after a message */
static int write_page(struct doc *p, const char *name)
{
    struct nearest near = {.word = name};
    const struct command *command = cli_look_up(name, &near);

    nearest_offer(&near, "spoor");
    if (command != NULL) {
        cli_write_command(p, command);
        return CLI_OK;
    }
    if (strcmp(name, "spoor") == 0) {
        cli_write_overview(p);
        return CLI_OK;
    }
    if (write_other(p, name, &near)) {
        return CLI_OK;
    }
    if (absent_command(name) || absent_format(name)) {
        return CLI_UNREADABLE;
    }
    cli_set_command(NULL);
    return cli_unknown("no such topic: ", &near);
}

static int help(struct cli *cli)
{
    if (cli->arguments == 0) {
        cli_help_all(stdout);
        return CLI_OK;
    }
    if (cli->arguments > 1) {
        return cli_usage("one topic at a time, not also ", cli->argument[1]);
    }
    return write_page(&(struct doc){.to = stdout}, cli->argument[0]);
}

static const struct doc_item help_examples[] = {
    {"spoor help record", "Explain a command."},
    {"spoor help waits", "Explain the columns of a table."},
    {"spoor help filters", "Explain the expressions after --where."},
    {NULL}};

SPOOR_COMMAND(
    help, CLI_HELP, "[TOPIC]", "list all commands, or explain a command, table, format or topic", CLI_NOTHING,
    help,
    .more =
        "TOPIC is a command, a table of `spoor stats`, a format of `spoor export`, a topic that `spoor help` "
        "lists, or `spoor` for a page about the whole tool.",
    .examples = help_examples, .see = "man tables");

/* ------------------------------------------------------------------ manual pages */

static const char *folder;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &folder, "FOLDER", "Write spoor.1, and a page for each command, to FOLDER."},
    OPTION_END};

static int write_file(const char *name, const char *prefix)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s%s.1", folder, prefix, name);
    FILE *f = fopen(path, "w");

    if (f == NULL) {
        return cli_failed(path, strerror(errno));
    }
    int result = write_page(&(struct doc){.to = f, .form = DOC_MAN}, name);

    return fclose(f) == 0 ? result : cli_failed(path, strerror(errno));
}

static int write_files(void)
{
    const struct command *c;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return cli_failed(folder, strerror(errno));
    }
    int result = CLI_OK;

    for (unsigned n = 0; (c = cli_nth(n)) != NULL && result == CLI_OK; n++) {
        result = write_file(c->name, "spoor-");
    }
    return result == CLI_OK ? write_file("spoor", "") : result;
}

static int man(struct cli *cli)
{
    if (cli->arguments > (folder == NULL)) {
        return cli_usage(folder != NULL ? "with -o all pages are written, not only "
                                        : "one topic at a time, not also ",
                         cli->argument[folder == NULL]);
    }
    if (folder != NULL) {
        return write_files();
    }
    return write_page(&(struct doc){.to = stdout, .form = DOC_MAN},
                      cli->arguments == 1 ? cli->argument[0] : "spoor");
}

static const struct doc_item man_examples[] = {
    {"spoor man record | man -l -", "Read the manual page of a command."},
    {"spoor man -o ~/.local/share/man/man1", "Install all manual pages."},
    {NULL}};

SPOOR_COMMAND(man, CLI_HELP, "[TOPIC]", "write manual pages, for man(1)", CLI_NOTHING, man, options,
              .more = "`spoor man` writes what `spoor help` shows as source for man(1). Without TOPIC it is "
                      "the page about the whole tool.",
              .examples = man_examples, .see = "help");
