/* SPDX-License-Identifier: BSD-2-Clause */
/* The console as picolibc's only file, and picolibc's part of src/libc/stdio_lock.c. */
#include <services/console.h>
#include <kernel/sync.h>
#include "../library_priv.h"

/* Protected by library_lock(). */
static char buffer[LIBRARY_BUFFER_BYTES];
static size_t used;

static int flush(FILE *file)
{
    size_t n = used;

    (void)file;
    used = 0;
    if (n > 0) {
        console_write(buffer, n);
    }
    return 0;
}

static int put(char c, FILE *file)
{
    if (used == sizeof buffer) {
        flush(file);
    }
    buffer[used++] = c;
    return 0;
}

static int get(FILE *file)
{
    char c;

    (void)file;
    return console_read(&c, 1, WAIT_FOREVER) == 1 ? (unsigned char)c : _FDEV_ERR;
}

static FILE console = FDEV_SETUP_STREAM(put, get, flush, _FDEV_SETUP_RW);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

/* snprintf() is vfprintf() to a file in memory. */
bool library_is_console(const FILE *file)
{
    return file == &console;
}

void library_prepare_stdout(void)
{
}

WRAP(void, perror, const char *text)
{
    bool locked = library_lock();

    __real_perror(text);
    library_unlock(locked);
}
