/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor completion: for shells, from the tables of commands, options, analyses and formats. */
#include <string.h>
#include <analysis/analysis.h>
#include <cli/cli.h>
#include <export/export.h>

static const struct option *inputs_of(const struct command *c)
{
    return cli_takes_recording(c) ? cli_recording_options : NULL;
}

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

static const struct doc_item examples[] = {
    {"source <(spoor completion bash)",
     "Complete commands in this shell. For all shells put it into ~/.bashrc."},
    {"spoor completion fish | source", "The same for fish."},
    {NULL}};

static int completion(struct cli *cli)
{
    const char *shell = cli->arguments == 1 ? cli->argument[0] : "nothing";

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

SPOOR_COMMAND(
    completion, CLI_HELP, "SHELL", "print completion for bash, zsh or fish", CLI_NOTHING, completion,
    .more = "SHELL is bash, zsh or fish. The output completes commands, options, kinds and formats.",
    .examples = examples, .see = "help");
