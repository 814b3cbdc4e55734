/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of `spoor`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli_priv.h"

static const char help[] =
    "usage: spoor COMMAND [options] FILE      FILE: what came over the link; - for standard input\n"
    "       spoor COMMAND [options] --image MEMORY@ADDRESS\n"
    "\n"
    "  dump     print the events, one a line: time, CPU, thread, event, fields\n"
    "  check    verify order, sequence and accounting; print a table of counts\n"
    "           exit status 0: consistent, 1: not, 2: can't be read\n"
    "\n"
    "  --elf ELF               the program that ran: without it events have no meaning\n"
    "  --image MEMORY@ADDRESS  read the rings in a file with the target's memory from ADDRESS on\n"
    "  --console               dump: console text too\n"
    "  --json                  dump: an object a line\n";

static void message(void *arg, const char *text)
{
    struct cli *cli = arg;

    fflush(stdout);
    fprintf(stderr, "spoor: %s\n", text);
    cli->messages++;
}

static int usage(const char *wrong, const char *what)
{
    fprintf(stderr, "spoor: %s%s; see spoor --help\n", wrong, what);
    return CLI_UNREADABLE;
}

/* @return CLI_OK, or what to exit with */
static int parse(struct cli *cli, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        const char **value = strcmp(a, "--elf") == 0     ? &cli->elf_path
                             : strcmp(a, "--image") == 0 ? &cli->image
                                                         : NULL;

        if (value != NULL && i + 1 == argc) {
            return usage(a, " needs a value");
        }
        if (value != NULL) {
            *value = argv[++i];
        } else if (strcmp(a, "--console") == 0) {
            cli->console = true;
        } else if (strcmp(a, "--json") == 0) {
            cli->json = true;
        } else if (a[0] == '-' && a[1] != 0) {
            return usage("no such option: ", a);
        } else if (cli->command == NULL) {
            cli->command = a;
        } else if (cli->file == NULL) {
            cli->file = a;
        } else {
            return usage("one file at a time, not also ", a);
        }
    }
    if (cli->command == NULL) {
        return usage("no command", "");
    }
    if ((cli->file == NULL) == (cli->image == NULL)) {
        return usage("either a file or --image", "");
    }
    return CLI_OK;
}

static void *read_all(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0;

    *size = 0;
    while (f != NULL && !ferror(f) && !feof(f)) {
        if (*size == room) {
            uint8_t *more = realloc(bytes, room = 2 * room + 65536);

            if (more == NULL) {
                break;
            }
            bytes = more;
        }
        *size += fread(bytes + *size, 1, room - *size, f);
    }
    bool good = f != NULL && !ferror(f) && feof(f);

    if (f != NULL) {
        fclose(f);
    }
    if (!good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static int open_image(struct cli *cli)
{
    const char *at = strrchr(cli->image, '@');
    char *end = NULL;
    unsigned long address = at != NULL ? strtoul(at + 1, &end, 0) : 0;

    if (at == NULL || at[1] == 0 || *end != 0 || address > UINT32_MAX) {
        return usage("--image is MEMORY@ADDRESS, not ", cli->image);
    }
    if (cli->elf == NULL) {
        return usage("--image needs --elf", "");
    }
    size_t size;
    char *path = strndup(cli->image, (size_t)(at - cli->image));

    cli->memory = path != NULL ? read_all(path, &size) : NULL;
    if (cli->memory == NULL) {
        fprintf(stderr, "spoor: %s: %s\n", path, strerror(errno));
    } else {
        cli->reader = spoor_open_image(cli->memory, size, (uint32_t)address, path, cli->elf, &cli->report);
    }
    free(path);
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

bool cli_has_packets(const struct cli *cli)
{
    if (cli->image != NULL || spoor_traffic(cli->reader)->packets != 0) {
        return true;
    }
    fflush(stdout);
    fprintf(stderr,
            "spoor: %s: no packet in it; is it what came over the trace link, and was streaming on?\n",
            cli->file);
    return false;
}

static int open_input(struct cli *cli)
{
    if (cli->elf_path != NULL) {
        cli->elf = spoor_elf_open(cli->elf_path, &cli->report);
        if (cli->elf == NULL) {
            return CLI_UNREADABLE;
        }
    }
    if (cli->image != NULL) {
        return open_image(cli);
    }
    if (strcmp(cli->file, "-") == 0) {
        cli->reader = spoor_open_fd(0, "(standard input)", cli->elf, &cli->report);
    } else {
        cli->reader = spoor_open_file(cli->file, cli->elf, &cli->report);
    }
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

int main(int argc, char **argv)
{
    struct cli cli = {.report = {message, &cli}};

    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return CLI_OK;
    }
    int result = parse(&cli, argc, argv);
    int (*run)(struct cli *) = NULL;

    if (result == CLI_OK) {
        run = strcmp(cli.command, "dump") == 0 ? dump : strcmp(cli.command, "check") == 0 ? check : NULL;
        result = run == NULL ? usage("no such command: ", cli.command) : open_input(&cli);
    }
    if (result == CLI_OK) {
        result = run(&cli);
    }
    spoor_close(cli.reader);
    spoor_elf_close(cli.elf);
    free(cli.memory);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "spoor: standard output: %s\n", strerror(errno));
        return CLI_UNREADABLE;
    }
    return result;
}
