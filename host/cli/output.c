/* SPDX-License-Identifier: BSD-2-Clause */
/* Standard output is checked at the end of the tool: cli_finish(). */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cli/output.h>

/* A word of the command line, or the value in --NAME=VALUE. */
static const char *value_of(const char *word)
{
    const char *equals = word[0] == '-' ? strchr(word, '=') : NULL;

    return equals != NULL ? equals + 1 : word;
}

int output_check(const struct cli *cli, const char *path)
{
    struct stat a, b;

    if (strcmp(path, "-") == 0) {
        return cli_usage("this output can't be standard output: name a file by -o FILE", "");
    }
    for (unsigned n = 0; n < cli->words && stat(path, &a) == 0 && S_ISREG(a.st_mode); n++) {
        const char *name = value_of(cli->word[n]);

        if (name != path && stat(name, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino) {
            return cli_usage("the output would overwrite the input: ", path);
        }
    }
    return CLI_OK;
}

int output_open(struct output *o, struct cli *cli, const char *path, bool binary)
{
    static struct out file;

    path = path != NULL && strcmp(path, "-") == 0 ? NULL : path;
    *o = (struct output){path, path != NULL ? &file : &cli->out};
    if (path == NULL) {
        return binary && isatty(STDOUT_FILENO)
                   ? cli_usage(
                         "the output isn't text, and standard output is a terminal: name a file by -o FILE",
                         "")
                   : CLI_OK;
    }
    if (output_check(cli, path) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    file = (struct out){.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    return file.fd >= 0 ? CLI_OK : cli_failed(path, strerror(errno));
}

int output_close(struct output *o, int result)
{
    struct stat st;

    out_flush(o->out);
    if (o->path == NULL) {
        return result;
    }
    bool regular = fstat(o->out->fd, &st) == 0 && S_ISREG(st.st_mode);

    if (close(o->out->fd) != 0 && o->out->error == 0) {
        o->out->error = errno;
    }
    if (o->out->error != 0) {
        result = cli_failed(o->path, strerror(o->out->error));
    }
    if (result != CLI_OK && regular) {
        (void)unlink(o->path);
    }
    return result;
}
