/* SPDX-License-Identifier: BSD-2-Clause */
/* A failure is reported once: the first text is kept. */
#include <stdarg.h>
#include <stdio.h>
#include <base/fault.h>
#include <base/message.h>

static void set(struct fault *f, bool usage, const char *format, va_list args)
{
    if (f->text[0] == 0) {
        f->usage = usage;
        vsnprintf(f->text, sizeof f->text, format, args);
        message_clean(f->text);
    }
}

int fault_set(struct fault *f, int status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    set(f, false, format, args);
    va_end(args);
    return status;
}

int fault_usage(struct fault *f, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    set(f, true, format, args);
    va_end(args);
    return STATUS_UNREADABLE;
}
