/* SPDX-License-Identifier: BSD-2-Clause */
/* In memory, a file is a stream with functions of its own: fopencookie(), which glibc and musl have. */
#define _GNU_SOURCE
#include <base/spill.h>
#include <base/system.h>

#if SYSTEM_TEMPORARY

#include <unistd.h>

FILE *spill_open(void)
{
    return tmpfile();
}

int spill_descriptor(FILE *f)
{
    int fd = fflush(f) == 0 ? dup(fileno(f)) : -1;

    if (fd >= 0 && lseek(fd, 0, SEEK_SET) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

#else

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <base/bytes.h>

struct spill {
    struct bytes bytes;
    size_t at;
};

static ssize_t read_memory(void *arg, char *to, size_t n)
{
    struct spill *s = arg;
    size_t left = s->at < s->bytes.used ? s->bytes.used - s->at : 0;

    n = n < left ? n : left;
    if (n != 0) {
        memcpy(to, s->bytes.data + s->at, n);
        s->at += n;
    }
    return (ssize_t)n;
}

static ssize_t write_memory(void *arg, const char *from, size_t n)
{
    struct spill *s = arg;

    if (s->at + n > s->bytes.used) {
        bytes_zeros(&s->bytes, s->at + n - s->bytes.used);
    }
    if (s->bytes.failed) {
        errno = ENOMEM;
        return 0; /* 0, not -1, is an error of fopencookie() */
    }
    memcpy(s->bytes.data + s->at, from, n);
    s->at += n;
    return (ssize_t)n;
}

static int seek_memory(void *arg, off_t *offset, int from)
{
    struct spill *s = arg;
    off_t base = from == SEEK_CUR ? (off_t)s->at : from == SEEK_END ? (off_t)s->bytes.used : 0;

    if (*offset < -base) {
        errno = EINVAL;
        return -1;
    }
    *offset += base;
    s->at = (size_t)*offset;
    return 0;
}

static int close_memory(void *arg)
{
    struct spill *s = arg;

    bytes_free(&s->bytes);
    free(s);
    return 0;
}

FILE *spill_open(void)
{
    struct spill *s = calloc(1, sizeof *s);
    FILE *f =
        s == NULL
            ? NULL
            : fopencookie(s, "w+",
                          (cookie_io_functions_t){read_memory, write_memory, seek_memory, close_memory});

    if (f == NULL) {
        free(s);
    }
    return f;
}

int spill_descriptor(FILE *f)
{
    (void)f;
    errno = ENOTSUP;
    return -1;
}

#endif
