/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of commands, and their help. */
#include <string.h>
#include <cli/cli.h>

/* By the linker: the bounds of the section that SPOOR_COMMAND() fills. */
extern const struct command *const __start_spoor_commands[], *const __stop_spoor_commands[];

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
            "  spoor record --qemu mps2-an385 ELF -o FILE --time 1s -- 'trace_stream on'\n"
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
