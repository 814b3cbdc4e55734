/* SPDX-License-Identifier: BSD-2-Clause */
/* Imports are functions of the program that runs the module: host/node/spoor.mjs. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wasi/api.h>

#define IMPORT(name) __attribute__((import_module("spoor"), import_name(name)))

/* @return an errno of WASI */
IMPORT("realpath") int js_realpath(const char *path, char *to, size_t size);
IMPORT("access") int js_access(const char *path, int mode);
IMPORT("getpid") int js_getpid(void);

static int result(int error)
{
    errno = error;
    return error != 0 ? -1 : 0;
}

char *realpath(const char *path, char *to)
{
    return result(js_realpath(path, to, PATH_MAX)) == 0 ? to : NULL;
}

int dup2(int from, int to)
{
    int error = __wasi_fd_renumber((__wasi_fd_t)from, (__wasi_fd_t)to);

    return result(error) == 0 ? to : -1;
}

int fchmod(int fd, mode_t mode)
{
    (void)fd;
    (void)mode;
    return 0;
}

pid_t getpid(void)
{
    return js_getpid();
}

int wasm_access(const char *path, int mode)
{
    return result(js_access(path, mode));
}

/* Programs for WASI begin in "/", and write standard output in small pieces. */
__attribute__((constructor)) static void begin(void)
{
    static char buffer[65536];
    const char *folder = getenv("PWD");

    if (folder != NULL) {
        (void)chdir(folder);
    }
    if (!isatty(STDOUT_FILENO)) {
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    }
}
