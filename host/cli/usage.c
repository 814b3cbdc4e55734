/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages about a wrong command line: what is wrong, the nearest known word, and the help to read. */
#include <stdarg.h>
#include <string.h>
#include <base/message.h>
#include <cli/cli.h>
#include <table/table.h>

char cli_program[CLI_PROGRAM_MAX] = "spoor";

static const struct command *current;

void cli_set_command(const struct command *command)
{
    current = command;
}

/* A line on standard error. It may contain words of the command line, and names of files. */
static void __attribute__((format(printf, 1, 2))) say(const char *format, ...)
{
    char text[8192];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    message_clean(text);
    fprintf(stderr, "spoor: %s\n", text);
}

static int refuse(const char *wrong, const char *what, const char *hint)
{
    const char *last = *hint != 0 ? hint : *what != 0 ? what : wrong;
    bool asked = *last != 0 && last[strlen(last) - 1] == '?';

    say("%s%s%s%s %s%s%s --help", wrong, what, hint, asked ? " See" : "; see", cli_program,
        current != NULL ? " " : "", current != NULL ? current->name : "");
    return CLI_UNREADABLE;
}

int cli_usage(const char *wrong, const char *what)
{
    return refuse(wrong, what, "");
}

int cli_fail(struct cli *cli, struct fault *fault, int status)
{
    if (fault->text[0] != 0) {
        out_flush(&cli->out);
        if (fault->usage) {
            (void)refuse(fault->text, "", "");
        } else {
            say("%s", fault->text);
        }
        fault->text[0] = 0;
    }
    return status;
}

int cli_failed(const char *name, const char *why)
{
    say("%s: %s", name, why);
    return CLI_UNREADABLE;
}

int cli_check_program(const struct spoor_elf *elf)
{
    for (unsigned n = SPOOR_WIRE_ID_FIRST; n < spoor_ids_all(elf); n++) {
        if (spoor_id(elf, n)->class != SPOOR_NONE) {
            return CLI_OK;
        }
    }
    return cli_failed(spoor_elf_name(elf), "no points, blocks or events. Is it stripped, or another file?");
}

int cli_unknown(const char *wrong, struct nearest *near)
{
    return refuse(wrong, near->word, nearest_hint(near));
}

int cli_check_event(const struct cli *cli, const char *name)
{
    struct nearest near = {.word = name};

    for (unsigned n = 0; n < spoor_ids(cli->input.elf); n++) {
        const struct spoor_id *id = spoor_id(cli->input.elf, n);

        if (id->class != SPOOR_NONE && strcmp(id->name, name) == 0) {
            return CLI_OK;
        }
        if (id->class != SPOOR_NONE) {
            nearest_offer(&near, id->name);
        }
    }
    return cli->input.elf != NULL ? cli_unknown("no such event in the program: ", &near) : CLI_OK;
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
