/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's system calls. Files 0 to 2 are the console, and the heap is the RAM after the image. There are
 * no other files and no other processes.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <services/console.h>
#include <kernel/panic.h>
#include <kernel/thread.h>
#include "../library_priv.h"

#define FILES_CONSOLE 3

void *_sbrk(ptrdiff_t increment);
int _write(int file, const char *data, int n);
int _read(int file, char *data, int n);
int _open(const char *name, int flags, int mode);
int _close(int file);
int _fstat(int file, struct stat *st);
int _lseek(int file, int offset, int whence);
int _isatty(int file);
int _getpid(void);
int _kill(int pid, int sig);

static int fail(int error)
{
    errno = error;
    return -1;
}

/* The caller holds malloc's lock. */
void *_sbrk(ptrdiff_t increment)
{
    return library_sbrk(increment);
}

int _write(int file, const char *data, int n)
{
    if (file < 1 || file >= FILES_CONSOLE) {
        return fail(EBADF);
    }
    console_write(data, (size_t)n);
    return n;
}

int _read(int file, char *data, int n)
{
    return file == 0 ? console_read(data, (size_t)n, WAIT_FOREVER) : fail(EBADF);
}

int _open(const char *name, int flags, int mode)
{
    (void)name;
    (void)flags;
    (void)mode;
    return fail(ENOSYS);
}

int _close(int file)
{
    (void)file;
    return fail(EBADF);
}

int _fstat(int file, struct stat *st)
{
    if (file < 0 || file >= FILES_CONSOLE) {
        return fail(EBADF);
    }
    *st = (struct stat){.st_mode = S_IFCHR};
    return 0;
}

int _lseek(int file, int offset, int whence)
{
    (void)file;
    (void)offset;
    (void)whence;
    return fail(ESPIPE);
}

int _isatty(int file)
{
    return file >= 0 && file < FILES_CONSOLE ? 1 : (fail(EBADF), 0);
}

int _getpid(void)
{
    return 1;
}

int _kill(int pid, int sig)
{
    (void)pid;
    if (sig == SIGABRT) {
        panic("abort() was called");
    }
    return fail(EINVAL);
}
