/* SPDX-License-Identifier: BSD-2-Clause */
/* One message, one line. */
#include <base/message.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Replace control characters, which come from names in a file. */
static void keep_on_one_line(char *text)
{
    for (; *text != 0; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) {
            *text = '?';
        }
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
    keep_on_one_line(text);
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
    report->note(report->arg, level, text);
}
