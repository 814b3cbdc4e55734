/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output is written to a temporary file in the same folder, which is renamed when it is complete.
 * cli_finish() checks standard output at the end.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
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
        return cli_usage("this output can't be standard output: name a file", "");
    }
    for (unsigned n = 0; n < cli->words && stat(path, &a) == 0 && S_ISREG(a.st_mode); n++) {
        const char *name = value_of(cli->word[n]);

        if (name != path && stat(name, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino) {
            return cli_usage("the output would overwrite the input: ", path);
        }
    }
    return CLI_OK;
}

static int cant_open(const char *path)
{
    return cli_failed(path, strerror(errno));
}

/* A device or a pipe is written directly. For a link, the file is replaced, not the link. */
static int name_places(struct output *o, const char *path)
{
    struct stat st;
    bool there = stat(path, &st) == 0;

    *o = (struct output){.name = path, .path = path};
    if (there && !S_ISREG(st.st_mode)) {
        return CLI_OK;
    }
    if (there && access(path, W_OK) != 0) {
        return cant_open(path);
    }
    if (realpath(path, o->place) == NULL) {
        snprintf(o->place, sizeof o->place, "%s", path);
    }
    if (snprintf(o->beside, sizeof o->beside, "%s.%ld.part", o->place, (long)getpid()) >=
        (int)sizeof o->beside) {
        errno = ENAMETOOLONG;
        return cant_open(path);
    }
    o->path = o->beside;
    return CLI_OK;
}

static int open_stream(struct output *o, struct cli *cli, const char *path, bool binary, bool live)
{
    static struct out file;
    struct stat st;

    path = path != NULL && strcmp(path, "-") == 0 ? NULL : path;
    *o = (struct output){.out = &cli->out};
    if (path == NULL) {
        return binary && isatty(STDOUT_FILENO)
                   ? cli_usage(
                         "the output is binary, and standard output is a terminal: name a file by -o FILE",
                         "")
                   : CLI_OK;
    }
    int result = output_check(cli, path);

    if (result == CLI_OK && live) {
        *o = (struct output){.name = path, .path = path};
    } else if (result == CLI_OK) {
        result = name_places(o, path);
    }
    if (result != CLI_OK) {
        return result;
    }
    file = (struct out){.fd = open(o->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    o->out = &file;
    if (file.fd >= 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        (void)fchmod(file.fd, st.st_mode & 07777);
    }
    return file.fd >= 0 ? CLI_OK : cant_open(path);
}

int output_open(struct output *o, struct cli *cli, const char *path, bool binary)
{
    return open_stream(o, cli, path, binary, false);
}

int output_open_live(struct output *o, struct cli *cli, const char *path, bool binary)
{
    return open_stream(o, cli, path, binary, true);
}

int output_open_file(struct output *o, struct cli *cli, const char *path)
{
    int result = output_check(cli, path);

    result = result == CLI_OK ? name_places(o, path) : result;
    o->out = result == CLI_OK ? &cli->out : NULL;
    return result;
}

int output_open_folder(struct output *o, struct cli *cli, const char *path)
{
    *o = (struct output){.name = path, .path = o->beside, .out = &cli->out, .folder = true};
    o->made = mkdir(path, 0777) == 0;
    if (!o->made && errno != EEXIST) {
        return cant_open(path);
    }
    if (snprintf(o->place, sizeof o->place, "%s", path) >= (int)sizeof o->place ||
        snprintf(o->beside, sizeof o->beside, "%s/.%ld.part", path, (long)getpid()) >=
            (int)sizeof o->beside) {
        errno = ENAMETOOLONG;
        return cant_open(path);
    }
    return mkdir(o->beside, 0777) == 0 ? CLI_OK : cant_open(path);
}

/* Move a folder's files to another one and replace those there; NULL: delete them. @return 0, or an errno
 */
static int move_files(const char *from, const char *to)
{
    DIR *folder = opendir(from);
    int error = folder == NULL ? errno : to != NULL && mkdir(to, 0777) != 0 && errno != EEXIST ? errno : 0;
    const struct dirent *entry;

    while (folder != NULL && error == 0 && (entry = readdir(folder)) != NULL) {
        char source[PATH_MAX], target[PATH_MAX] = "";
        struct stat st;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (snprintf(source, sizeof source, "%s/%s", from, entry->d_name) >= (int)sizeof source ||
            (to != NULL &&
             snprintf(target, sizeof target, "%s/%s", to, entry->d_name) >= (int)sizeof target)) {
            error = ENAMETOOLONG;
        } else if (stat(source, &st) == 0 && S_ISDIR(st.st_mode)) {
            error = move_files(source, to != NULL ? target : NULL);
        } else if ((to != NULL ? rename(source, target) : unlink(source)) != 0) {
            error = errno;
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    return error != 0 || rmdir(from) == 0 ? error : errno;
}

static int put_in_place(struct output *o)
{
    if (o->folder) {
        return move_files(o->beside, o->place);
    }
    return rename(o->beside, o->place) == 0 ? 0 : errno;
}

static void forget(struct output *o)
{
    if (!o->folder) {
        (void)unlink(o->beside);
        return;
    }
    (void)move_files(o->beside, NULL);
    if (o->made) {
        (void)rmdir(o->place);
    }
}

int output_close(struct output *o, int result)
{
    out_flush(o->out);
    if (o->path == NULL) {
        return result;
    }
    if (o->out->fd != STDOUT_FILENO && close(o->out->fd) != 0 && o->out->error == 0) {
        o->out->error = errno;
    }
    if (o->out->error != 0) {
        result = cli_failed(o->name, strerror(o->out->error));
    }
    if (o->path != o->beside) {
        return result;
    }
    int error = result == CLI_OK ? put_in_place(o) : 0;

    result = error != 0 ? cli_failed(o->name, strerror(error)) : result;
    if (result != CLI_OK) {
        forget(o);
    }
    return result;
}
