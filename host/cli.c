/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line: options, and the input that they name. */
#include <cli.h>
#include <base/file.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void message(void *arg, const char *text)
{
    struct cli *cli = arg;

    out_flush(&cli->out);
    fprintf(stderr, "spoor: %s\n", text);
    cli->messages++;
}

int cli_usage(const char *wrong, const char *what)
{
    fprintf(stderr, "spoor: %s%s; see spoor --help\n", wrong, what);
    return CLI_UNREADABLE;
}

/* "1.5", "1.5s", "20ms", "20us" or "20ns". @return whether it is a time */
static bool parse_time(const char *text, uint64_t *ns)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = {{"", 1e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
    char *end;
    double value = strtod(text, &end);

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (end != text && value >= 0 && value * units[i].ns < 1e19 && strcmp(end, units[i].unit) == 0) {
            *ns = (uint64_t)(value * units[i].ns + 0.5);
            return true;
        }
    }
    return false;
}

static int parse_times(struct cli *cli, const char *from, const char *to)
{
    cli->to_ns = UINT64_MAX;
    if (from != NULL && !parse_time(from, &cli->from_ns)) {
        return cli_usage("--from takes a time as 1.5, 20ms or 7us, not ", from);
    }
    if (to != NULL && !parse_time(to, &cli->to_ns)) {
        return cli_usage("--to takes a time as 1.5, 20ms or 7us, not ", to);
    }
    return CLI_OK;
}

/* @return CLI_OK, or an exit status after a message */
static int parse(struct cli *cli, const struct command *command, int argc, char **argv)
{
    const char *from = NULL, *to = NULL;

    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        const char **value = strcmp(a, "--elf") == 0     ? &cli->elf_path
                             : strcmp(a, "--image") == 0 ? &cli->image
                             : strcmp(a, "--from") == 0  ? &from
                             : strcmp(a, "--to") == 0    ? &to
                                                         : NULL;

        if (value != NULL && i + 1 == argc) {
            return cli_usage(a, " needs a value");
        }
        if (value != NULL) {
            *value = argv[++i];
        } else if (strcmp(a, "--console") == 0) {
            cli->console = true;
        } else if (strcmp(a, "--json") == 0) {
            cli->json = true;
        } else if (a[0] == '-' && a[1] != 0) {
            return cli_usage("no such option: ", a);
        } else if (cli->file == NULL) {
            cli->file = a;
        } else {
            return cli_usage("one file at a time, not also ", a);
        }
    }
    if (command->input != CLI_RECORDING && cli->file == NULL) {
        return cli_usage(command->name, " needs a file");
    }
    if (command->input == CLI_RECORDING && (cli->file == NULL) == (cli->image == NULL)) {
        return cli_usage("either a file or --image", "");
    }
    return parse_times(cli, from, to);
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

bool cli_has_packets(struct cli *cli)
{
    if (cli->image != NULL || spoor_traffic(cli->reader)->packets != 0) {
        return true;
    }
    out_flush(&cli->out);
    fprintf(stderr,
            "spoor: %s: no packet in it; is it what came over the trace link, and was streaming on?\n",
            cli->file);
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

static int open_recording(struct cli *cli)
{
    if (cli->elf_path != NULL && open_program(cli, cli->elf_path) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    if (cli->image != NULL) {
        return open_image(cli);
    }
    if (strcmp(cli->file, "-") == 0) {
        cli->reader = spoor_open_fd(0, "(standard input)", cli->elf, &cli->report);
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

int cli_open(struct cli *cli, const struct command *command, int argc, char **argv)
{
    memset(cli, 0, sizeof *cli);
    cli->report = (struct spoor_report){message, cli};
    cli->out.fd = 1;
    int result = parse(cli, command, argc, argv);

    if (result == CLI_OK && command->input == CLI_RECORDING) {
        result = open_recording(cli);
    } else if (result == CLI_OK && command->input == CLI_PROGRAM) {
        result = open_program(cli, cli->file);
    }
    return result;
}

void cli_close(struct cli *cli)
{
    spoor_close(cli->reader);
    spoor_elf_close(cli->elf);
    file_unmap(cli->memory, cli->memory_bytes);
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
