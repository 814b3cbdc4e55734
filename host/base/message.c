/* SPDX-License-Identifier: BSD-2-Clause */
/* One message, one line. */
#include <base/message.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <base/out.h>

void message_clean(char *text)
{
    for (size_t n = strlen(text); n != 0;) {
        size_t length = (unsigned char)*text >= 0x80 ? out_utf8(text, n) : 0;

        if (length == 0) {
            length = 1;
            *text = *text >= ' ' && *text < 0x7f ? *text : '?';
        }
        text += length;
        n -= length;
    }
}

void message_say(const struct spoor_report *report, const char *name, const char *format, ...)
{
    char text[512];
    va_list args;
    int n = snprintf(text, sizeof text, "%." MESSAGE_NAME_MAX "s: ", name);

    if (report == NULL || report->message == NULL) {
        return;
    }
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    message_clean(text);
    report->message(report->arg, text);
}

void message_note(const struct spoor_report *report, enum note_level level, const char *format, ...)
{
    char text[1000];
    va_list args;

    if (report == NULL || report->note == NULL) {
        return;
    }
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    message_clean(text);
    report->note(report->arg, level, text);
}
