/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line: options, and the input that they name. */
#include <cli.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void message(void *arg, const char *text)
{
    struct cli *cli = arg;

    fflush(stdout);
    fprintf(stderr, "spoor: %s\n", text);
    cli->messages++;
}

int cli_usage(const char *wrong, const char *what)
{
    fprintf(stderr, "spoor: %s%s; see spoor --help\n", wrong, what);
    return CLI_UNREADABLE;
}

/* @return CLI_OK, or an exit status after a message */
static int parse(struct cli *cli, const struct command *command, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        const char **value = strcmp(a, "--elf") == 0     ? &cli->elf_path
                             : strcmp(a, "--image") == 0 ? &cli->image
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
        return cli_usage("--image is MEMORY@ADDRESS, not ", cli->image);
    }
    if (cli->elf == NULL) {
        return cli_usage("--image needs --elf", "");
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

static int open_program(struct cli *cli, const char *path)
{
    cli->elf = spoor_elf_open(path, &cli->report);
    return cli->elf != NULL ? CLI_OK : CLI_UNREADABLE;
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
    return cli->reader != NULL ? CLI_OK : CLI_UNREADABLE;
}

int cli_open(struct cli *cli, const struct command *command, int argc, char **argv)
{
    *cli = (struct cli){.report = {message, cli}};
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
    free(cli->memory);
}
