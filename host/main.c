/* SPDX-License-Identifier: BSD-2-Clause */
/* The tool `spoor`: finds the command and runs it. */
#include <errno.h>
#include <string.h>
#include <base/system.h>
#if SYSTEM_PROCESSES
#include <sys/resource.h>
#endif
#include <cli/log.h>
#include <base/quote.h>
#include <cli/cli.h>
#include <spoor/wire.h>
#include <spoor/util/version.h>

static void log_cost(const char *name)
{
#if SYSTEM_PROCESSES
    struct rusage usage;

    if (log_shows(LOG_VERBOSE) && getrusage(RUSAGE_SELF, &usage) == 0) {
        log_line(LOG_VERBOSE, "%s: %ld.%03ld s of CPU, %ld MB", name, (long)usage.ru_utime.tv_sec,
                 (long)usage.ru_utime.tv_usec / 1000, usage.ru_maxrss / 1024);
    }
#else
    (void)name;
#endif
}

static bool is_one_of(const char *word, const char *letter, const char *name)
{
    return strcmp(word, letter) == 0 || strcmp(word, name) == 0;
}

/* @return whether a word before "--" asks for help */
static bool asks_help(char **words)
{
    for (; *words != NULL && strcmp(*words, "--") != 0; words++) {
        if (is_one_of(*words, "-h", "--help")) {
            return true;
        }
    }
    return false;
}

/* Check that all output was written. @return `result`, or an exit status after a message */
static int end(int result)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "spoor: standard output: %s\n", strerror(errno));
        return CLI_UNREADABLE;
    }
    return result;
}

int main(int argc, char **argv)
{
    static struct cli cli;

    if (argc > 0 && strlen(argv[0]) < CLI_PROGRAM_MAX / 4) {
        cli_program[0] = 0;
        quote_word(cli_program, CLI_PROGRAM_MAX, argv[0]);
    }
    if (argc < 2) {
        cli_help_all(stderr);
        return CLI_UNREADABLE;
    }
    if (is_one_of(argv[1], "-h", "--help")) {
        cli_help_all(stdout);
        return end(CLI_OK);
    }
    if (is_one_of(argv[1], "-V", "--version")) {
        printf("%s %s, reads trace formats %d to %d, writes %d\n", SPOOR_NAME, SPOOR_VERSION,
               SPOOR_WIRE_VERSION_OLD, SPOOR_WIRE_VERSION_DENSE, SPOOR_WIRE_VERSION);
        return end(CLI_OK);
    }
    const struct command *command = cli_find(argv[1]);

    if (command == NULL) {
        return CLI_UNREADABLE;
    }
    if (asks_help(argv + 2)) {
        cli_help(command);
        return end(CLI_OK);
    }
    int result = cli_open(&cli, command, argc - 2, argv + 2);

    if (result == CLI_OK) {
        result = cli_fail(&cli, &cli.input.fault, command->run(&cli));
    }
    int finished = cli_finish(&cli);

    if (result == CLI_UNREADABLE && cli.last[0] != 0 && !log_shows(LOG_WARNING)) {
        log_line(LOG_ERROR, "%s", cli.last);
    }
    log_cost(command->name);

    result = finished != CLI_OK ? finished : result;
    cli_close(&cli);
    return end(result);
}
