/* SPDX-License-Identifier: BSD-2-Clause */
/* The pages of commands and of the tool: help for a terminal, and manual pages. */
#include <string.h>
#include <base/system.h>
#include <cli/cli.h>
#include <cli/topic.h>

#define STATUS_ROOM  6
#define COMMAND_ROOM 14 /* columns of the names in the list of all commands */

/* ------------------------------------------------------------------ the page of a command */

static void write_choices(struct doc *p, const struct cli_choices *choices)
{
    struct cli_choice c = {NULL};

    doc_section(p, choices->title);
    for (unsigned n = 0; choices->nth(n, &c); n++) {
        doc_item(p, c.name, c.summary);
    }
}

static void write_statuses(struct doc *p, const struct command *c)
{
    bool lacks = cli_takes_recording(c);

    p->room = STATUS_ROOM;
    doc_section(p, "exit status");
    for (unsigned n = 0; cli_statuses[n].tag != NULL; n++) {
        const char *text = c->status[n];

        if (text == NULL) {
            text = n == 0                        ? "The command succeeded."
                   : n == 2 || (n == 3 && lacks) ? cli_statuses[n].text
                                                 : NULL;
        }
        if (text != NULL) {
            doc_item(p, cli_statuses[n].tag, text);
        }
    }
    p->room = 0;
}

static void write_examples(struct doc *p, const struct doc_item *examples)
{
    doc_section(p, "examples");
    for (; examples->tag != NULL; examples++) {
        doc_example(p, examples->tag, examples->text);
    }
}

static void write_see(struct doc *p, const struct command *c)
{
    char text[200] = "";
    size_t used = 0;

    for (const char *at = c->see; at != NULL && *at != 0; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");

        used += (size_t)snprintf(text + used, sizeof text - used,
                                 p->form == DOC_MAN ? "`spoor-%.*s`(1), " : "spoor help %.*s, ", (int)n, at);
        at += n;
    }
    snprintf(text + used, sizeof text - used, p->form == DOC_MAN ? "`spoor`(1)" : "spoor help spoor");
    doc_section(p, "See also");
    doc_text(p, text);
}

void cli_write_command(struct doc *p, const struct command *c)
{
    char name[64], synopsis[200];

    snprintf(name, sizeof name, "spoor-%s", c->name);
    snprintf(synopsis, sizeof synopsis, "%s [options]%s%s", c->name, *c->arguments != 0 ? " " : "",
             c->arguments);
    doc_begin(p, name, synopsis, c->summary);
    if (c->more != NULL) {
        doc_description(p, c->more);
    }
    doc_section(p, "options");
    options_write(c->options, p);
    if (cli_takes_recording(c)) {
        options_write(cli_recording_options, p);
    }
    options_write(cli_common_options, p);
    doc_item(p, "-h, --help", "Print this help.");
    if (c->choices != NULL) {
        write_choices(p, c->choices);
    }
    write_statuses(p, c);
    if (c->examples != NULL) {
        write_examples(p, c->examples);
    }
    write_see(p, c);
}

void cli_help(const struct command *command)
{
    struct doc p = {.to = stdout};

    cli_write_command(&p, command);
}

/* ------------------------------------------------------------------ the page of the tool */

static const char *const groups[CLI_GROUPS] = {
    [CLI_RECORD] = "Record",
    [CLI_LOOK] = "Look",
    [CLI_COMPARE] = "Check and compare",
    [CLI_CONVERT] = "Write other files",
    [CLI_HELP] = "Names and help",
};

static const char summary[] = "record, analyse and export traces of RTOS firmware";

static const struct doc_item first_steps[] = {
#if SYSTEM_DEVICES
    {"spoor record --qemu mps2-an385 ELF -o FILE --time 1s -- 'trace_stream on'",
     "Record one second of a target in QEMU. For a board see `spoor help record`."},
#endif
    {"spoor info -e ELF FILE", "Show what was recorded, and which tables can be made."},
    {"spoor timeline -e ELF FILE", "Draw a picture in the terminal."},
    {"spoor report -e ELF FILE", "Write a page for the browser: report.html."},
    {NULL}};

static void write_commands(struct doc *p, unsigned group)
{
    const struct command *c;

    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        char name[64];

        snprintf(name, sizeof name, p->form == DOC_MAN ? "spoor-%s(1)" : "%s", c->name);
        if (c->group == group) {
            doc_item(p, name, c->summary);
        }
    }
}

void cli_write_overview(struct doc *p)
{
    const struct topic *t;

    doc_begin(p, "spoor", "COMMAND [options] FILE", summary);
    doc_description(
        p, "Spoor is a profiler in the firmware of a target. `spoor` records the events that the target "
           "sends, and shows how long threads, interrupts, blocks and functions ran and what they waited "
           "for.\n\n"
           "FILE is a recording: the data of the trace link. - is standard input. ELF is the program that "
           "ran on the target.");
    doc_section(p, "commands");
    for (unsigned group = 0; group < CLI_GROUPS; group++) {
        doc_subsection(p, groups[group]);
        write_commands(p, group);
    }
    doc_section(p, "common options");
    doc_text(p, "Commands that read a recording have these options:");
    options_write(cli_recording_options, p);
    doc_text(p, "All commands have these:");
    options_write(cli_common_options, p);
    doc_item(p, "-h, --help", "Print the help of the tool, or of a command.");
    doc_item(p, "-V, --version", "Print the version of the tool and of the trace format.");
    for (unsigned n = 0; (t = topic_nth(n)) != NULL; n++) {
        char title[64];

        snprintf(title, sizeof title, "%s", t->name);
        for (char *c = title; *c != 0; c++) {
            *c = *c == '-' ? ' ' : *c;
        }
        doc_section(p, title);
        topic_write_body(t, p);
    }
    write_examples(p, first_steps);
    doc_section(p, "See also");
    doc_text(p, p->form == DOC_MAN ? "The manual page of each command: `man spoor-record`. "
                                     "`spoor help TOPIC` for tables and formats."
                                   : "spoor help COMMAND, spoor help TABLE, spoor help FORMAT");
}

void cli_help_all(FILE *to)
{
    struct doc p = {.to = to, .room = COMMAND_ROOM};
    const struct topic *t;

    doc_begin(&p, "spoor", "COMMAND [options] FILE", summary);
    fprintf(to, "\nFirst steps; ELF is the program that runs on the target:\n");
    for (const struct doc_item *i = first_steps; i->tag != NULL; i++) {
        doc_example(&p, i->tag, i->text);
    }
    for (unsigned group = 0; group < CLI_GROUPS; group++) {
        doc_section(&p, groups[group]);
        write_commands(&p, group);
    }
    doc_section(&p, "Topics");
    for (unsigned n = 0; (t = topic_nth(n)) != NULL; n++) {
        doc_item(&p, t->name, t->summary);
    }
    fprintf(to, "\n");
    doc_text(&(struct doc){.to = to},
             "`spoor help TOPIC` explains a command, a topic, a table of `spoor stats` or a format of "
             "`spoor export`. `spoor COMMAND --help` is the same. `spoor --version` prints the version.");
}
