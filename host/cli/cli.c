/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line: options, and the input that they name. */
#include <cli/cli.h>
#include <base/file.h>
#include <base/log.h>
#include <import/foreign.h>
#include <import/import.h>
#include <import/pack.h>
#include <record/record.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void message(void *arg, const char *text)
{
    struct cli *cli = arg;

    out_flush(&cli->out);
    log_line(LOG_WARNING, "%s", text);
    snprintf(cli->last, sizeof cli->last, "%s", text);
    cli->messages++;
}

static void no_message(void *arg, const char *text)
{
    (void)arg;
    (void)text;
}

static struct {
    const char *elf, *image, *log, *log_file;
    bool silent;
} given;

const struct option cli_log_options[] = {
    {"log", 0, OPTION_TEXT, &given.log, "LEVEL",
     "messages: error, warning, info (otherwise), verbose or debug"},
    {"log-file", 0, OPTION_TEXT, &given.log_file, "FILE", "… to the end of this file, not to standard error"},
    {"silent", 0, OPTION_FLAG, &given.silent, NULL, "… nowhere"},
    OPTION_END};

const struct option cli_recording_options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "the program that ran: without it events have no meaning"},
    {"image", 0, OPTION_TEXT, &given.image, "MEMORY@ADDRESS",
     "instead of FILE: a file with the target's memory from ADDRESS on"},
    OPTION_END};

bool cli_takes_recording(const struct command *command)
{
    return command->input == CLI_RECORDING || command->input == CLI_ANY;
}

/* @return CLI_OK, or an exit status after a message */
static int parse(struct cli *cli, const struct command *command, int argc, char **argv)
{
    const struct option *const tables[] = {
        command->options, cli_takes_recording(command) ? cli_recording_options : NULL, cli_log_options};
    const char *wrong[2];

    cli->word = argv;
    cli->words = (unsigned)argc;
    options_reset(tables[0]);
    options_reset(cli_recording_options);
    options_reset(cli_log_options);
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
    cli->elf_path = given.elf;
    cli->image = given.image;
    if (given.log != NULL && !log_set(given.log)) {
        return cli_usage("--log takes error, warning, info, verbose or debug, not ", given.log);
    }
    if ((given.log_file != NULL || given.silent) && !log_to(given.silent ? NULL : given.log_file)) {
        return cli_usage(given.log_file, strerror(errno));
    }
    return CLI_OK;
}

/* How many words a description as "KIND [FILE]" or "FILE…" stands for. */
static unsigned count_words(const char *arguments, bool *more)
{
    unsigned n = 0;

    *more = strstr(arguments, "…") != NULL;
    for (const char *at = arguments; *at != 0; at++) {
        n += *at == ' ' || at == arguments;
    }
    return n;
}

/* The last word is the file, where the command has one. */
static int take_file(struct cli *cli, const struct command *command)
{
    bool more;
    unsigned most = count_words(command->arguments, &more), least = most;

    if (cli_takes_recording(command) && cli->image != NULL) {
        least = most = most - 1;
    } else if (command->input == CLI_NOTHING) {
        return CLI_OK;
    }
    if (cli->arguments < least) {
        char what[128];

        if (cli->words == 0 && command->list != NULL) {
            command->list(stderr);
        }
        snprintf(what, sizeof what, "%s needs %s", command->name, command->arguments);
        return cli_usage(what, cli_takes_recording(command) && cli->arguments + 1 == least
                                   ? ": either a file or --image"
                                   : "");
    }
    if (cli->arguments > most && !more) {
        return cli_usage("one file at a time, not also ", cli->argument[most]);
    }
    if (least > 0 && cli->image == NULL) {
        cli->file = cli->argument[cli->arguments - 1];
    }
    return CLI_OK;
}

static int open_image(struct cli *cli)
{
    const char *at = strrchr(cli->image, '@');
    char *end = NULL;
    unsigned long address = at != NULL ? strtoul(at + 1, &end, 0) : 0;

    if (at == NULL || at[1] == 0 || *end != 0 || address > UINT32_MAX) {
        return cli_usage("--image is MEMORY@ADDRESS, not ", cli->image);
    }
    if (cli->elf == NULL) {
        return cli_usage("--image needs --elf", "");
    }
    char *path = strndup(cli->image, (size_t)(at - cli->image));

    cli->memory = path != NULL ? file_map(path, &cli->memory_bytes, &cli->report) : NULL;
    if (cli->memory != NULL) {
        cli->reader =
            spoor_open_image(cli->memory, cli->memory_bytes, (uint32_t)address, path, cli->elf, &cli->report);
    }
    free(path);
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

#define STANDARD_INPUT "(standard input)"

const char *cli_input_name(const struct cli *cli)
{
    return cli->image != NULL ? cli->image : strcmp(cli->file, "-") == 0 ? STANDARD_INPUT : cli->file;
}

bool cli_has_packets(struct cli *cli)
{
    if (cli->image != NULL || spoor_traffic(cli->reader)->packets != 0) {
        return true;
    }
    out_flush(&cli->out);
    fprintf(stderr,
            "spoor: %s: no packet in it; is it what came over the trace link, and was streaming on?\n",
            cli_input_name(cli));
    return false;
}

static int open_program(struct cli *cli, const char *path)
{
    cli->elf = spoor_elf_open(path, &cli->report);
    return cli->elf != NULL ? CLI_OK : CLI_UNREADABLE;
}

static struct spoor_reader *interruptible;

/* The input ends here: all that came is shown, and the counts. */
static void interrupt(int signal)
{
    (void)signal;
    spoor_stop(interruptible);
}

/* A pack has its program in it; another one that was named goes before it. */
static int open_pack(struct cli *cli)
{
    struct pack *pack = pack_open(cli->file, &cli->report);
    size_t size;

    if (pack != NULL && cli->elf == NULL) {
        uint8_t *program = pack_program(pack, &size);

        cli->elf = program != NULL ? spoor_elf_open_memory(program, size, cli->file, &cli->report) : NULL;
        free(program);
    }
    if (cli->elf != NULL) {
        cli->pack_fd = pack_recording(pack);
        cli->reader =
            cli->pack_fd >= 0 ? spoor_open_fd(cli->pack_fd, cli->file, cli->elf, &cli->report) : NULL;
    }
    pack_close(pack);
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

static int open_recording(struct cli *cli)
{
    cli->pack_fd = -1;
    if (cli->elf_path != NULL && open_program(cli, cli->elf_path) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    if (cli->image != NULL) {
        return open_image(cli);
    }
    if (foreign_is(cli->file, &cli->report)) {
        return CLI_UNREADABLE;
    }
    if (strcmp(cli->file, "-") != 0 && pack_is(cli->file)) {
        (void)open_pack(cli);
    } else if (strcmp(cli->file, "-") == 0) {
        cli->reader = spoor_open_fd(0, STANDARD_INPUT, cli->elf, &cli->report);
    } else {
        cli->reader = spoor_open_file(cli->file, cli->elf, &cli->report);
    }
    if (cli->reader == NULL) {
        return CLI_UNREADABLE;
    }
    interruptible = cli->reader;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    return CLI_OK;
}

int cli_open_file(struct cli *cli, const char *elf_path, const char *file, bool silent)
{
    memset(cli, 0, offsetof(struct cli, out));
    cli->report = (struct spoor_report){silent ? no_message : message, cli};
    cli->elf_path = elf_path;
    cli->file = file;
    return open_recording(cli);
}

int cli_open_source(struct cli *cli, const char *elf_path, const char *name, unsigned baud, int *fd)
{
    const char *wrong = NULL;

    *fd = -1;
    cli->file = name;
    cli->elf_path = elf_path;
    if (foreign_is(name, &cli->report)) {
        return CLI_UNREADABLE;
    }
    if (pack_is(name)) {
        return open_recording(cli);
    }
    if (elf_path == NULL) {
        return cli_usage("the program that runs is needed: --elf ELF", "");
    }
    *fd = source_open(name, baud, &wrong);
    if (*fd < 0) {
        fprintf(stderr, "spoor: %s: %s\n", name, wrong);
        return CLI_UNREADABLE;
    }
    if (open_program(cli, elf_path) == CLI_OK) {
        cli->reader = spoor_open_fd(*fd, name, cli->elf, &cli->report);
    }
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

/* Another tool's profile is loaded whole. @return whether the file is one */
static bool find_profile(struct cli *cli)
{
    size_t size;
    const uint8_t *bytes = cli->image == NULL ? file_map(cli->file, &size, NULL) : NULL;
    const struct importer *input = bytes != NULL ? import_find(bytes, size) : NULL;

    if (input != NULL &&
        import_load(&cli->profile, input, bytes, size, cli->file, cli->elf_path, &cli->report)) {
        cli->profile_kind = input->name;
    }
    file_unmap(bytes, bytes != NULL ? size : 0);
    return input != NULL;
}

static int open_any(struct cli *cli)
{
    if (find_profile(cli)) {
        return cli->profile_kind != NULL ? CLI_OK : CLI_UNREADABLE;
    }
    return open_recording(cli);
}

int cli_open_any(struct cli *cli, const char *elf_path, const char *file)
{
    memset(cli, 0, offsetof(struct cli, out));
    cli->report = (struct spoor_report){message, cli};
    cli->elf_path = elf_path;
    cli->file = file;
    return open_any(cli);
}

int cli_open(struct cli *cli, const struct command *command, int argc, char **argv)
{
    memset(cli, 0, sizeof *cli);
    cli->report = (struct spoor_report){message, cli};
    cli->out.fd = 1;
    cli_set_command(command);
    int result = parse(cli, command, argc, argv);

    if (result == CLI_OK) {
        result = take_file(cli, command);
    }
    if (result == CLI_OK && command->input == CLI_ANY) {
        result = open_any(cli);
    } else if (result == CLI_OK && cli_takes_recording(command)) {
        result = open_recording(cli);
    } else if (result == CLI_OK && command->input == CLI_PROGRAM) {
        result = open_program(cli, cli->file);
    }
    return result;
}

void cli_close(struct cli *cli)
{
    spoor_close(cli->reader);
    if (cli->pack_fd > 0) {
        close(cli->pack_fd);
    }
    spoor_elf_close(cli->elf);
    profile_free(&cli->profile);
    file_unmap(cli->memory, cli->memory_bytes);
}

void cli_print_end(const struct cli *cli)
{
    const char *text = cli->reader != NULL ? spoor_end_note(cli->reader)->text : "";

    if (*text == 0) {
        return;
    }
    printf("the target ended by itself: ");
    for (const char *c = text; *c != 0; c++) { /* without characters that a terminal obeys */
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
