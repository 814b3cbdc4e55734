/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * POSIX calls that the C library of mingw-w64 lacks, or has with names in the system's code page, as far as
 * the tool uses them. Names are UTF-8 here. The compiler includes this header in each source for Windows
 * (scripts/rulelib/host.py); include/ has the headers that the library lacks.
 */
#ifndef WINDOWS_POSIX_H
#define WINDOWS_POSIX_H

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* The library's limit is that of names in the code page. */
#undef PATH_MAX
#define PATH_MAX 4096

#define O_CLOEXEC _O_NOINHERIT

/* ------------------------------------------------------------------ files: files.c */

struct windows_stat {
    uint64_t st_dev, st_ino;
    unsigned st_mode;
    int64_t st_size;
    time_t st_mtime;
};

#undef stat
#undef fstat
#define stat   windows_stat
#define fstat  windows_fstat
#define open   windows_open
#define fopen  windows_fopen
#define access windows_access
#define rename windows_rename
#define unlink windows_unlink
#define rmdir  windows_rmdir
#define mkdir  windows_mkdir
#define isatty windows_isatty
/* The library's is in the root folder, in which users may not write. */
#define tmpfile windows_tmpfile

int stat(const char *path, struct stat *st);
int fstat(int fd, struct stat *st);
int open(const char *path, int flags, ...);
FILE *fopen(const char *path, const char *mode);
int access(const char *path, int mode);
/** Replaces a file. */
int rename(const char *from, const char *to);
int unlink(const char *path);
int rmdir(const char *path);
int mkdir(const char *path, mode_t mode);
/** The library's is true for NUL and serial ports, too. */
int isatty(int fd);
FILE *tmpfile(void);
ssize_t pread(int fd, void *bytes, size_t n, off_t offset);
/** The path has slashes. @param to  at least PATH_MAX bytes */
char *realpath(const char *path, char *to);
/** Does nothing: a file has the rights of its folder. */
int fchmod(int fd, mode_t mode);

/* ------------------------------------------------------------------ descriptors: devices.c */

#define read   windows_read
#define write  windows_write
#define close  windows_close
#define fflush windows_fflush
#define signal windows_signal
/* A program that writes to a pipe which nothing reads ends, unless it ignores this signal. */
#define SIGPIPE 13

ssize_t read(int fd, void *bytes, size_t n);
ssize_t write(int fd, const void *bytes, size_t n);
int close(int fd);
int pipe2(int ends[2], int flags);
int fflush(FILE *f);
void (*signal(int number, void (*handler)(int)))(int);

/* ------------------------------------------------------------------ the rest: text.c */

/** The library knows no error of sockets. */
#define strerror windows_strerror
char *strerror(int number);

ssize_t getline(char **line, size_t *room, FILE *f);
ssize_t getdelim(char **line, size_t *room, int end, FILE *f);
char *strndup(const char *text, size_t n);
void *memmem(const void *in, size_t size, const void *what, size_t n);
struct tm *gmtime_r(const time_t *time, struct tm *tm);

/** signal() under the name of POSIX. Only the handler is used. */
struct sigaction {
    void (*sa_handler)(int);
};
int sigaction(int number, const struct sigaction *now, struct sigaction *before);

#endif
