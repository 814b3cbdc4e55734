/* SPDX-License-Identifier: BSD-2-Clause */
/* The tool `spoor`: finds the command and runs it. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <base/log.h>
#include <base/quote.h>
#include <cli.h>

static void print_help(void)
{
    printf("usage: spoor COMMAND [options] FILE\n\n");
    for (const struct command *const *c = __start_spoor_commands; c < __stop_spoor_commands; c++) {
        printf("  %-10s %s\n", (*c)->name, (*c)->summary);
    }
    printf(
        "\n"
        "  spoor COMMAND --help lists the options of a command. FILE is a recording, what came over the\n"
        "  trace link; - is standard input. Most commands want --elf, the program that ran.\n"
        "\n"
        "  Exit status 0: done, and check found it consistent; 1: check found a contradiction; 2: can't be\n"
        "  read or written; 3: check can't say, and says why\n");
}

static void tell_cost(const char *name)
{
    struct rusage usage;

    if (log_shows(LOG_VERBOSE) && getrusage(RUSAGE_SELF, &usage) == 0) {
        log_line(LOG_VERBOSE, "%s: %ld.%03ld s of CPU, %ld MB", name, (long)usage.ru_utime.tv_sec,
                 (long)usage.ru_utime.tv_usec / 1000, usage.ru_maxrss / 1024);
    }
}

static const struct command *find(const char *name)
{
    for (const struct command *const *c = __start_spoor_commands; c < __stop_spoor_commands; c++) {
        if (strcmp((*c)->name, name) == 0) {
            return *c;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static struct cli cli;

    if (argc > 0 && strlen(argv[0]) < CLI_PROGRAM_MAX / 4) {
        cli_program[0] = 0;
        quote_word(cli_program, CLI_PROGRAM_MAX, argv[0]);
    }
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_help();
        return CLI_OK;
    }
    if (argc < 2) {
        return cli_usage("no command", "");
    }
    const struct command *command = find(argv[1]);

    if (command == NULL) {
        return cli_usage("no such command: ", argv[1]);
    }
    if (argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
        cli_help(command);
        return CLI_OK;
    }
    int result = cli_open(&cli, command, argc - 2, argv + 2);

    if (result == CLI_OK) {
        result = command->run(&cli);
    }
    int finished = cli_finish(&cli);

    if (result == CLI_UNREADABLE && cli.last[0] != 0 && !log_shows(LOG_WARNING)) {
        log_line(LOG_ERROR, "%s", cli.last);
    }
    tell_cost(command->name);

    result = finished != CLI_OK ? finished : result;
    cli_close(&cli);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "spoor: standard output: %s\n", strerror(errno));
        return CLI_UNREADABLE;
    }
    return result;
}
