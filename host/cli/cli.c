/* SPDX-License-Identifier: BSD-2-Clause */
/* Parsing of the command line, and opening of the input that it names. */
#include <cli/cli.h>
#include <cli/log.h>
#include <base/cpus.h>
#include <base/system.h>
#include <cli/external.h>
#include <foreign/refused.h>
#include <import/pack.h>
#include <record/record.h>
#include <errno.h>
#include <signal.h>
#include <string.h>

static void message(void *arg, const char *text)
{
    struct cli *cli = arg;

    out_flush(&cli->out);
    log_line(LOG_WARNING, "%s", text);
    snprintf(cli->last, sizeof cli->last, "%s", text);
}

static void note(void *arg, enum note_level level, const char *text)
{
    struct cli *cli = arg;

    out_flush(&cli->out);
    log_line(LOG_INFO + level, "%s", text);
}

struct spoor_report cli_report(struct cli *cli)
{
    return (struct spoor_report){message, cli, note};
}

static struct {
    const char *elf, *image, *log, *log_file;
    bool silent, mangled;
} given;

uint64_t cli_rate;
const char *cli_import;

const struct option cli_common_options[] = {
    {"log", 0, OPTION_TEXT, &given.log, "LEVEL",
     "Print messages up to this level: off, error, warning, info (default), verbose or debug; or its "
     "number, 0 to 5."},
    {"log-file", 0, OPTION_TEXT, &given.log_file, "FILE",
     "Append messages to FILE instead of printing them on standard error."},
    {"silent", 0, OPTION_FLAG, &given.silent, NULL, "Print no messages."},
    {"no-demangle", 0, OPTION_FLAG, &given.mangled, NULL,
     "Show names of C++ functions as the linker has them: _ZN5Timer4stopEv for Timer::stop()."},
    OPTION_END};

const struct option cli_recording_options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF",
     "The program that ran. It gives events their names and fields."},
    {"image", 0, OPTION_TEXT, &given.image, "MEMORY@ADDRESS",
     "Instead of FILE: a copy of the target's memory, from ADDRESS on."},
    CLI_RATE_OPTION,
    CLI_IMPORT_OPTION,
    OPTION_END};

/* @return CLI_OK, or an exit status after a message */
static int parse(struct cli *cli, const struct command *command, int argc, char **argv)
{
    const struct option *const tables[] = {
        command->options, cli_takes_recording(command) ? cli_recording_options : NULL, cli_common_options};
    const char *wrong[2];

    cli->word = argv;
    cli->words = (unsigned)argc;
    options_reset(tables[0]);
    options_reset(cli_recording_options);
    options_reset(cli_common_options);
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            cli->rest = argv + i + 1;
            break;
        }
        int taken = options_take(tables, 3, argc, argv, &i, wrong);

        if (taken < 0) {
            return cli_usage(wrong[0], wrong[1]);
        }
        if (taken == 0 && cli->arguments == CLI_ARGUMENTS_MAX) {
            return cli_usage("too many files, from ", argv[i]);
        }
        if (taken == 0) {
            cli->argument[cli->arguments++] = argv[i];
        }
    }
    cli->input.elf_path = given.elf;
    cli->input.image = given.image;
    cli->input.rate = cli_rate;
    spoor_show_mangled(given.mangled);
    if (given.log != NULL && !log_set(given.log)) {
        return cli_usage("--log takes off, error, warning, info, verbose, debug, or 0 to 5, not ", given.log);
    }
    given.silent |= !log_shows(LOG_ERROR);
    if ((given.log_file != NULL || given.silent) && !log_to(given.silent ? NULL : given.log_file)) {
        return cli_failed(given.silent ? "--silent" : given.log_file, strerror(errno));
    }
    return CLI_OK;
}

/* Count the words of a description such as "KIND [FILE]" or "FILE…". */
static unsigned count_words(const char *arguments, bool *more)
{
    unsigned n = 0;

    *more = strstr(arguments, "…") != NULL;
    for (const char *at = arguments; *at != 0; at++) {
        n += *at == ' ' || at == arguments;
    }
    return n;
}

/* If the command takes a file, it is the last word. */
static int take_file(struct cli *cli, const struct command *command)
{
    bool more;
    unsigned most = count_words(command->arguments, &more), least = most;

    if (cli_takes_recording(command) && cli->input.image != NULL) {
        least = most = most - 1;
    } else if (command->input == CLI_NOTHING) {
        return CLI_OK;
    }
    if (cli->arguments < least) {
        char what[128];

        if (cli->words == 0 && command->choices != NULL) {
            cli_list_choices(command->choices, stderr);
        }
        snprintf(what, sizeof what, "%s needs %s", command->name, command->arguments);
        return cli_usage(what, cli_takes_recording(command) && cli->arguments + 1 == least
                                   ? ": either a file or --image"
                                   : "");
    }
    if (cli->arguments > most && !more) {
        return cli_usage("one file at a time, not also ", cli->argument[most]);
    }
    if (least > 0 && cli->input.image == NULL) {
        cli->input.file = cli->argument[cli->arguments - 1];
    }
    return CLI_OK;
}

/* Ctrl-C ends the input. What was read is shown, with the counts. */
static struct spoor_reader *volatile interruptible;

#if SYSTEM_PROCESSES

static void interrupt(int signal)
{
    (void)signal;
    if (interruptible != NULL) {
        spoor_stop(interruptible);
    }
}

static void catch_interrupt(void)
{
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
}

#else

static void catch_interrupt(void)
{
}

#endif

static int opened(struct cli *cli, struct input *in, int result)
{
    if (in->reader != NULL) {
        interruptible = in->reader;
        catch_interrupt();
        if (cpus_usable() > 1) {
            spoor_read_ahead(in->reader);
        }
    }
    return cli_fail(cli, &in->fault, result);
}

/* Convert a file of another format, if --import is given. */
static int convert(struct input *in, const char *file)
{
    return cli_import == NULL || file == NULL ? CLI_OK : external_import(in, cli_import, file);
}

int cli_open_file(struct cli *cli, struct input *in, const char *elf_path, const char *file)
{
    *in = (struct input){.report = cli_report(cli), .rate = cli_rate};
    int result = convert(in, file);

    return result != CLI_OK ? result : opened(cli, in, input_open(in, elf_path, file));
}

int cli_open_any(struct cli *cli, struct input *in, const char *elf_path, const char *file)
{
    *in = (struct input){.report = cli_report(cli), .rate = cli_rate};
    int result = convert(in, file);

    return result != CLI_OK ? result : opened(cli, in, input_open_any(in, elf_path, file));
}

int cli_open_source(struct cli *cli, struct input *in, const char *elf_path, const char *name, unsigned baud,
                    int *fd)
{
    const char *wrong = NULL;

    *fd = -1;
    *in = (struct input){.report = cli_report(cli), .rate = cli_rate};
    if (refused_is(name, &in->report)) {
        return CLI_UNREADABLE;
    }
    if (pack_is(name)) {
        return input_open(in, elf_path, name);
    }
    if (elf_path == NULL) {
        return cli_usage("name the program that runs: --elf ELF", "");
    }
    *fd = source_open(name, baud, &wrong);
    if (*fd < 0) {
        return cli_failed(name, wrong);
    }
    return input_open_fd(in, elf_path, name, *fd);
}

int cli_open(struct cli *cli, const struct command *command, int argc, char **argv)
{
    struct input *in = &cli->input;

    memset(cli, 0, sizeof *cli);
    in->report = cli_report(cli);
    cli->out.fd = 1;
    cli_set_command(command);
    int result = parse(cli, command, argc, argv);

    if (result != CLI_OK || (command->makes != NULL && *command->makes)) {
        return result;
    }
    if (result == CLI_OK) {
        result = take_file(cli, command);
    }
    if (result == CLI_OK && cli_takes_recording(command)) {
        result = convert(in, in->file);
    }
    if (result == CLI_OK && command->input == CLI_ANY) {
        result = opened(cli, in, input_open_any(in, in->elf_path, in->file));
    } else if (result == CLI_OK && command->input == CLI_MEMORY) {
        result = cli_fail(cli, &in->fault, input_open_memory(in, in->elf_path, in->file));
    } else if (result == CLI_OK && cli_takes_recording(command)) {
        result = opened(cli, in, input_open(in, in->elf_path, in->file));
    } else if (result == CLI_OK && command->input == CLI_PROGRAM) {
        result = input_open_program(in, in->file);
    }
    return result;
}

void cli_close(struct cli *cli)
{
    interruptible = NULL;
    input_close(&cli->input);
}

void cli_print_end(const struct cli *cli)
{
    const char *text = cli->input.reader != NULL ? spoor_end_note(cli->input.reader)->text : "";

    if (*text == 0) {
        return;
    }
    printf("the target ended by itself: ");
    for (const char *c = text; *c != 0; c++) { /* without control characters */
        if (*c == '\n') {
            printf("\n  ");
        } else if ((unsigned char)*c >= 0x20 && *c != 0x7f) {
            putchar(*c);
        }
    }
    putchar('\n');
}

int cli_finish(struct cli *cli)
{
    out_flush(&cli->out);
    if (cli->out.error != 0) {
        fprintf(stderr, "spoor: standard output: %s\n", strerror(cli->out.error));
        return CLI_UNREADABLE;
    }
    return CLI_OK;
}
