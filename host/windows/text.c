/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of POSIX that need nothing of the system. */

#undef strerror

char *windows_strerror(int number)
{
    static const struct {
        int number;
        const char *text;
    } texts[] = {{ECONNREFUSED, "Connection refused"},
                 {ECONNRESET, "Connection reset by peer"},
                 {ECONNABORTED, "Software caused connection abort"},
                 {ETIMEDOUT, "Connection timed out"},
                 {EHOSTUNREACH, "No route to host"},
                 {ENETUNREACH, "Network is unreachable"},
                 {EADDRINUSE, "Address already in use"},
                 {EADDRNOTAVAIL, "Cannot assign requested address"},
                 {EAFNOSUPPORT, "Address family not supported by protocol"},
                 {ENOMEM, "Cannot allocate memory"},
                 {EIO, "Input/output error"},
                 {ENAMETOOLONG, "File name too long"}};

    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        if (texts[n].number == number) {
            return (char *)(uintptr_t)texts[n].text;
        }
    }
    return strerror(number);
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *f)
{
    size_t used = 0;
    int c;

    while ((c = getc(f)) != EOF) {
        if (used + 2 > *room) {
            size_t more = *room < 128 ? 128 : 2 * *room;
            char *grown = realloc(*line, more);

            if (grown == NULL) {
                errno = ENOMEM;
                return -1;
            }
            *line = grown;
            *room = more;
        }
        (*line)[used++] = (char)c;
        if (c == end) {
            break;
        }
    }
    if (used == 0) {
        return -1;
    }
    (*line)[used] = 0;
    return (ssize_t)used;
}

ssize_t getline(char **line, size_t *room, FILE *f)
{
    return getdelim(line, room, '\n', f);
}

char *strndup(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    char *copy = malloc(length + 1);

    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

void *memmem(const void *in, size_t size, const void *what, size_t n)
{
    const char *at = in, *end = at + size;

    while (n != 0 && (size_t)(end - at) >= n &&
           (at = memchr(at, *(const char *)what, (size_t)(end - at) - n + 1)) != NULL) {
        if (memcmp(at, what, n) == 0) {
            return (void *)(uintptr_t)at;
        }
        at++;
    }
    return n == 0 ? (void *)(uintptr_t)in : NULL;
}

struct tm *gmtime_r(const time_t *time, struct tm *tm)
{
    return gmtime_s(tm, time) == 0 ? tm : NULL;
}

int sigaction(int number, const struct sigaction *now, struct sigaction *before)
{
    (void)before;
    return signal(number, now->sa_handler) == SIG_ERR ? -1 : 0;
}
