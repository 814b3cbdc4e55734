/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the programs, and waits for them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <string.h>
#include <base/system.h>
#include <cli/external.h>

#if SYSTEM_DEVICES && !defined(_WIN32)

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <base/file.h>

#define WORDS_MAX 16

/* Find a program in the PATH. @return false if there is none */
static bool find(const char *kind, const char *name, char *path, size_t size)
{
    const char *folder = getenv("PATH");

    while (folder != NULL && *folder != 0 && strchr(name, '/') == NULL) {
        size_t length = strcspn(folder, ":");
        int n = snprintf(path, size, "%.*s/spoor-%s-%s", (int)length, folder, kind, name);

        if (length != 0 && n > 0 && (size_t)n < size && access(path, X_OK) == 0) {
            return true;
        }
        folder += length + (folder[length] == ':');
    }
    return false;
}

bool external_exists(const char *kind, const char *name)
{
    char path[4096];

    return find(kind, name, path, sizeof path);
}

/* @return the child's number, or -1. Descriptors of the parent other than `in` and `out` close by themselves.
 */
static pid_t start(const char *path, const char *const *word, int in, int out)
{
    pid_t child = fork();

    if (child == 0) {
        if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0) {
            execv(path, (char *const *)(uintptr_t)word);
        }
        fprintf(stderr, "spoor: %s: %s\n", path, strerror(errno));
        _exit(127);
    }
    return child;
}

/* Wait for a program's end. @return CLI_OK, or CLI_UNREADABLE after a message */
static int finish(pid_t child, const char *name)
{
    int status = 0;

    if (child < 0 || waitpid(child, &status, 0) != child) {
        return cli_failed(name, strerror(errno));
    }
    if (WIFSIGNALED(status)) {
        return cli_failed(name, "it was killed by a signal");
    }
    if (WEXITSTATUS(status) != 0) {
        char text[64];

        snprintf(text, sizeof text, "it failed with exit status %d", WEXITSTATUS(status));
        return cli_failed(name, text);
    }
    return CLI_OK;
}

static int not_found(const char *kind, const char *name)
{
    char text[200];

    snprintf(text, sizeof text, "there is no program spoor-%s-%.100s in the PATH", kind, name);
    return cli_failed(name, text);
}

int external_import(struct input *in, const char *name, const char *file)
{
    static char title[128];
    char path[4096];

    if (!find("import", name, path, sizeof path)) {
        return not_found("import", name);
    }
    FILE *out = tmpfile();
    const char *const word[] = {path, file, NULL};

    if (out == NULL) {
        return cli_failed("a temporary file", strerror(errno));
    }
    int result = finish(start(path, word, STDIN_FILENO, fileno(out)), path);
    struct stat status;

    snprintf(title, sizeof title, "the output of spoor-import-%.80s", name);
    if (result == CLI_OK && (fstat(fileno(out), &status) != 0 || status.st_size == 0)) {
        result = cli_failed(title, "it is empty");
    }
    if (result == CLI_OK) {
        size_t size = (size_t)status.st_size;
        uint8_t *bytes = malloc(size); /* used until the tool ends */

        if (bytes == NULL || pread(fileno(out), bytes, size, 0) != (ssize_t)size) {
            free(bytes);
            result = cli_failed(title, strerror(errno));
        } else {
            in->bytes = bytes;
            in->bytes_size = size;
            in->title = title;
        }
    }
    fclose(out);
    return result;
}

int external_export(const char *name, const char *const *words, const char *path)
{
    const char *dump[WORDS_MAX] = {"spoor", "dump", "--json"};
    char program[4096];
    unsigned n = 3;
    int ends[2], out = STDOUT_FILENO;

    if (!find("export", name, program, sizeof program)) {
        return not_found("export", name);
    }
    for (; *words != NULL && n < WORDS_MAX - 1; words++) {
        dump[n++] = *words;
    }
    if (path != NULL && (out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) < 0) {
        return cli_failed(path, strerror(errno));
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return cli_failed(name, strerror(errno));
    }
    const char *const word[] = {program, NULL};
    pid_t reader = start("/proc/self/exe", dump, STDIN_FILENO, ends[1]);
    pid_t writer = start(program, word, ends[0], out);

    close(ends[0]);
    close(ends[1]);
    int result = finish(writer, program), read_result = finish(reader, "spoor dump");

    if (path != NULL && close(out) != 0 && result == CLI_OK) {
        result = cli_failed(path, strerror(errno));
    }
    return result != CLI_OK ? result : read_result;
}

#else

bool external_exists(const char *kind, const char *name)
{
    (void)kind;
    (void)name;
    return false;
}

static int refuse(const char *kind, const char *name)
{
    fprintf(stderr, "spoor: spoor-%s-%s: this build runs no programs. Use the native tool.\n", kind, name);
    return CLI_UNREADABLE;
}

int external_import(struct input *in, const char *name, const char *file)
{
    (void)in;
    (void)file;
    return refuse("import", name);
}

int external_export(const char *name, const char *const *words, const char *path)
{
    (void)words;
    (void)path;
    return refuse("export", name);
}

#endif
