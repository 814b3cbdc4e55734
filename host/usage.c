/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of commands, their help, and the report of a wrong command line. */
#include <string.h>
#include <cli.h>
#include <table/table.h>

/* By the linker: the bounds of the section that SPOOR_COMMAND() fills. */
extern const struct command *const __start_spoor_commands[], *const __stop_spoor_commands[];

char cli_program[CLI_PROGRAM_MAX] = "spoor";

const struct command *cli_nth(unsigned n)
{
    return n < (size_t)(__stop_spoor_commands - __start_spoor_commands) ? __start_spoor_commands[n] : NULL;
}

const struct command *cli_find(const char *name)
{
    struct nearest near = {.word = name};
    const struct command *c;

    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        if (strcmp(c->name, name) == 0) {
            return c;
        }
        nearest_offer(&near, c->name);
    }
    nearest_offer(&near, "--help");
    nearest_offer(&near, "--version");
    cli_set_command(NULL);
    (void)cli_unknown(name[0] == '-' ? "no such option: " : "no such command: ", &near);
    return NULL;
}

/* ------------------------------------------------------------------ a wrong command line */

static const struct command *current;

void cli_set_command(const struct command *command)
{
    current = command;
}

static int refuse(const char *wrong, const char *what, const char *hint)
{
    const char *last = *hint != 0 ? hint : *what != 0 ? what : wrong;
    bool asked = *last != 0 && last[strlen(last) - 1] == '?';

    fprintf(stderr, "spoor: %s%s%s%s %s%s%s --help\n", wrong, what, hint, asked ? " See" : "; see",
            cli_program, current != NULL ? " " : "", current != NULL ? current->name : "");
    return CLI_UNREADABLE;
}

int cli_usage(const char *wrong, const char *what)
{
    return refuse(wrong, what, "");
}

int cli_unknown(const char *wrong, struct nearest *near)
{
    return refuse(wrong, near->word, nearest_hint(near));
}

int cli_check_event(const struct cli *cli, const char *name)
{
    struct nearest near = {.word = name};

    for (unsigned n = 0; n < spoor_ids(cli->elf); n++) {
        const struct spoor_id *id = spoor_id(cli->elf, n);

        if (id->class != SPOOR_NONE && strcmp(id->name, name) == 0) {
            return CLI_OK;
        }
        if (id->class != SPOOR_NONE) {
            nearest_offer(&near, id->name);
        }
    }
    return cli->elf != NULL ? cli_unknown("no such event in the program: ", &near) : CLI_OK;
}

int cli_no_column(const struct table_kind *kind, const char *sort)
{
    struct nearest near = {.word = sort + (sort[0] == '-')};

    fprintf(stderr, "spoor: the columns are");
    for (unsigned n = 0; n < kind->count; n++) {
        nearest_offer(&near, kind->columns[n].name);
        fprintf(stderr, "%s %s", n != 0 ? "," : "", kind->columns[n].name);
    }
    fprintf(stderr, "\n");
    return cli_unknown("no such column to sort by: ", &near);
}

/* ------------------------------------------------------------------ help */

void cli_help(const struct command *command)
{
    printf("usage: spoor %s [options] %s\n\n%s\n\n", command->name, command->arguments, command->summary);
    options_print(command->options);
    if (cli_takes_recording(command)) {
        options_print(cli_recording_options);
    }
    options_print(cli_log_options);
    if (command->list != NULL) {
        printf("\n");
        command->list(stdout);
    }
    if (command->more != NULL) {
        printf("\n%s", command->more);
    }
}

void cli_help_all(FILE *to)
{
    static const char *const groups[CLI_GROUPS] = {
        [CLI_RECORD] = "Record",
        [CLI_LOOK] = "Look",
        [CLI_COMPARE] = "Check and compare",
        [CLI_CONVERT] = "Write other files",
        [CLI_HELP] = "Names and help",
    };
    const struct command *c;

    fprintf(to,
            "usage: spoor COMMAND [options] FILE\n"
            "\n"
            "First steps; ELF is the program that runs on the target:\n"
            "  spoor record --qemu mps2-an385 ELF -o FILE -- 'trace_stream on' 'sleep 1000'\n"
            "                              a second of a target in QEMU; of a board: spoor record --help\n"
            "  spoor info -e ELF FILE      what was recorded, and which tables it gives\n"
            "  spoor timeline -e ELF FILE  a picture in the terminal\n"
            "  spoor report -e ELF FILE    all of it as a page for the browser: report.html\n");
    for (unsigned group = 0; group < CLI_GROUPS; group++) {
        fprintf(to, "\n%s:\n", groups[group]);
        for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
            if (c->group == group) {
                fprintf(to, "  %-10s %s\n", c->name, c->summary);
            }
        }
    }
    fprintf(to, "\n"
                "spoor COMMAND --help lists the options of a command, spoor man is the manual page, and\n"
                "spoor --version the version. FILE is a recording: what came over the trace link. - is\n"
                "standard input.\n"
                "\n"
                "Exit status 0: done, and check found it consistent; 1: a contradiction or a regression; 2:\n"
                "can't be read or written, or a wrong command line; 3: the recording lacks what is needed\n");
}
