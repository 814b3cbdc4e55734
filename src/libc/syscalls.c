/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The system calls of newlib: the console as files 0 to 2, the RAM after the image as heap, and ends of the
 * program. There are no other files and no other processes.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <services/console.h>
#include <kernel/panic.h>
#include <kernel/thread.h>

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
_Noreturn void _exit(int status);
_Noreturn void __assert_func(const char *file, int line, const char *func, const char *expression);

extern uint8_t heap_start[], heap_end[];

static int fail(int error)
{
    errno = error;
    return -1;
}

/* Called with malloc's lock held. */
void *_sbrk(ptrdiff_t increment)
{
    static uint8_t *end = heap_start;
    uint8_t *before = end;
    ptrdiff_t room = (intptr_t)heap_end - (intptr_t)end;
    ptrdiff_t taken = (intptr_t)end - (intptr_t)heap_start;

    if (increment > room || increment < -taken) {
        errno = ENOMEM;
        return (void *)-1;
    }
    end += increment;
    return before;
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

_Noreturn void _exit(int status)
{
    kernel_exit(status);
}

_Noreturn void __assert_func(const char *file, int line, const char *func, const char *expression)
{
    panic("%s:%d: %s: assertion \"%s\" failed", file, line, func != NULL ? func : "?", expression);
}
