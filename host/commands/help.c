/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor help, man, completion, tables: all made from the tables of commands, options and columns, so they
 * can't differ from the tool itself.
 */
#include <string.h>
#include <cli/cli.h>
#include <export/export.h>
#include <analysis/analysis.h>
#include "mistakes.h"

static const struct option *inputs_of(const struct command *c)
{
    return cli_takes_recording(c) ? cli_recording_options : NULL;
}

/* ------------------------------------------------------------------ help */

static int help(struct cli *cli)
{
    if (cli->arguments == 0) {
        cli_help_all(stdout);
        return CLI_OK;
    }
    if (cli->arguments > 1) {
        return cli_usage("one command at a time, not also ", cli->argument[1]);
    }
    const struct command *command = cli_find(cli->argument[0]);

    if (command == NULL) {
        return CLI_UNREADABLE;
    }
    cli_help(command);
    return CLI_OK;
}

SPOOR_COMMAND(help, CLI_HELP, "[COMMAND]", "all commands, or the options of one", CLI_NOTHING, help);

/* ------------------------------------------------------------------ the man page */

/* A hyphen is an option's dash, and a line doesn't begin with a point. */
static void put_roff(const char *text)
{
    for (; *text != 0; text++) {
        if (*text == '-') {
            printf("\\-");
        } else if (*text == '\\') {
            printf("\\e");
        } else if (*text == '.') {
            printf("\\&.");
        } else {
            putchar(*text);
        }
    }
}

static void man_options(const struct option *options)
{
    for (const struct option *o = options; o != NULL && o->name != NULL; o++) {
        printf(".TP\n");
        if (o->letter != 0) {
            printf("\\fB\\-%c\\fR, ", o->letter);
        }
        printf("\\fB\\-\\-");
        put_roff(o->name);
        printf("\\fR");
        if (o->value != NULL) {
            printf(" \\fI");
            put_roff(o->value);
            printf("\\fR");
        }
        printf("\n");
        put_roff(o->help);
        printf("\n");
    }
}

static int man(struct cli *cli)
{
    const struct command *c;

    (void)cli;
    printf(".TH SPOOR 1\n.SH NAME\nspoor \\- record, read and analyse the traces of an RTOS\n.SH SYNOPSIS\n"
           "\\fBspoor\\fR \\fICOMMAND\\fR [options] \\fIFILE\\fR\n.SH COMMANDS\n");
    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        printf(".SS %s ", c->name);
        put_roff(c->arguments);
        printf("\n");
        put_roff(c->summary);
        printf("\n");
        man_options(c->options);
        man_options(inputs_of(c));
    }
    printf(".SH EXIT STATUS\n0: done, and check found it consistent; 1: a contradiction or a regression; 2: "
           "something "
           "can't be read or written; 3: the recording lacks something that is needed\n");
    return CLI_OK;
}

SPOOR_COMMAND(man, CLI_HELP, "", "the manual page, for man(1)", CLI_NOTHING, man);

/* ------------------------------------------------------------------ completion */

static void put_words(const struct option *options)
{
    for (const struct option *o = options; o != NULL && o->name != NULL; o++) {
        printf(" --%s", o->name);
    }
}

static void put_kinds(void)
{
    const struct analysis *a;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        printf(" %s", a->name);
    }
}

static void put_formats(void)
{
    const struct export_format *x;

    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned n = 0; (x = export_nth(kind, n)) != NULL; n++) {
            printf(" %s", x->name);
        }
    }
}

static void complete_bash(void)
{
    const struct command *c;

    printf("_spoor() {\n    local word=${COMP_WORDS[COMP_CWORD]} words\n    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"");
    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        printf("%s%s", n != 0 ? " " : "", c->name);
    }
    printf(
        "\"\n    elif [ \"${COMP_WORDS[COMP_CWORD-1]}\" = --to ] && [ \"${COMP_WORDS[1]}\" = export ]; then\n"
        "        words=\"");
    put_formats();
    printf(
        "\"\n    elif [ \"${COMP_WORDS[1]}\" = stats ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n        words=\"");
    put_kinds();
    printf("\"\n    else\n        case ${COMP_WORDS[1]} in\n");
    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        printf("        %s) words=\"", c->name);
        put_words(c->options);
        put_words(inputs_of(c));
        printf("\" ;;\n");
    }
    printf("        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n"
           "complete -o default -F _spoor spoor\n");
}

static void complete_fish(void)
{
    const struct command *c;

    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        const struct option *const tables[] = {c->options, inputs_of(c)};

        printf("complete -c spoor -n __fish_use_subcommand -f -a %s -d '%s'\n", c->name, c->summary);
        for (unsigned t = 0; t < COUNT_OF(tables); t++) {
            for (const struct option *o = tables[t]; o != NULL && o->name != NULL; o++) {
                printf("complete -c spoor -n '__fish_seen_subcommand_from %s' -l %s%s -d \"%s\"\n", c->name,
                       o->name, o->value != NULL ? " -r" : "",
                       o->type == OPTION_TEXT || o->value == NULL ? "" : o->value);
            }
        }
    }
    printf("complete -c spoor -n '__fish_seen_subcommand_from stats' -f -a '");
    put_kinds();
    printf("'\ncomplete -c spoor -n '__fish_seen_subcommand_from export' -l to -x -a '");
    put_formats();
    printf("'\n");
}

static int completion(struct cli *cli)
{
    const char *shell = cli->arguments == 1 ? cli->argument[0] : "";

    if (strcmp(shell, "fish") == 0) {
        complete_fish();
    } else if (strcmp(shell, "bash") == 0) {
        complete_bash();
    } else if (strcmp(shell, "zsh") == 0) {
        printf("autoload -U +X bashcompinit && bashcompinit\n");
        complete_bash();
    } else {
        return cli_usage("completion is for bash, zsh or fish, not ", shell);
    }
    return CLI_OK;
}

SPOOR_COMMAND(completion, CLI_HELP, "SHELL",
              "completion for bash, zsh or fish: source <(spoor completion bash)", CLI_NOTHING, completion);

/* ------------------------------------------------------------------ the tables */

static int tables(struct cli *cli)
{
    const struct analysis *a;
    const char *mistake = mistake_of_declarations();

    (void)cli;
    if (mistake != NULL) {
        fprintf(stderr, "spoor: %s\n", mistake);
        return CLI_WRONG;
    }
    printf("## What each needs\n\n| table | events |\n|---|---|\n");
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        printf("| `%s` | %s |\n", a->name, a->needs != 0 ? analysis_events(a->needs) : "none");
    }
    printf("\n");
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        printf("## %s\n%s.%s%s\n\n| column | type | |\n|---|---|---|\n", a->name, a->summary,
               a->needs != 0 ? " Needs " : "", a->needs != 0 ? analysis_remedy(a->needs) : "");
        for (unsigned i = 0; i < a->kind.count; i++) {
            const struct column *c = &a->kind.columns[i];

            printf("| `%s` | %s | %s |\n", c->name, column_forms[c->type].words, c->help);
        }
        printf("\n");
    }
    return CLI_OK;
}

SPOOR_COMMAND(tables, CLI_HELP, "", "describe the tables of `spoor stats`, as Markdown", CLI_NOTHING, tables);
