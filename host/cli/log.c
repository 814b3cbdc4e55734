/* SPDX-License-Identifier: BSD-2-Clause */
/* Standard error is redirected to the file, so that lines of libraries are written there as well. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/count.h>
#include <base/message.h>
#include <cli/log.h>

static enum log_level chosen = LOG_INFO;

bool log_set(const char *level)
{
    static const char *const names[] = {"off", "error", "warning", "info", "verbose", "debug"};

    for (unsigned n = 0; n < COUNT_OF(names); n++) {
        const char number[] = {(char)('0' + n), 0};

        if (strcmp(level, names[n]) == 0 || strcmp(level, number) == 0) {
            chosen = (enum log_level)n;
            return true;
        }
    }
    return false;
}

bool log_to(const char *path)
{
    int fd = open(path != NULL ? path : "/dev/null", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

    if (fd < 0) {
        return false;
    }
    bool done = dup2(fd, STDERR_FILENO) >= 0;

    close(fd);
    return done;
}

bool log_shows(enum log_level level)
{
    return level <= chosen;
}

void log_line(enum log_level level, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    if (level > chosen) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    message_clean(text);
    fprintf(stderr, "spoor: %s\n", text);
}
