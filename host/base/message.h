/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages to the user: errors and warnings, one line each. */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H

/** Where messages go: one line each, "t.spoor: offset 4128: …", without a newline. */
struct spoor_report {
    void (*message)(void *arg, const char *text);
    void *arg;
};

/** Report "NAME: text"; a NULL report is silent. */
void message_say(const struct spoor_report *report, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
