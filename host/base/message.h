/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages of one line: damage that was skipped, and notes. */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H

/** Maximum of bytes of a name in a message, for formats: the end of a longer one is cut off. */
#define MESSAGE_NAME_MAX "255"

/** Levels of notes. */
enum note_level {
    NOTE_INFO,    /**< results beside the output */
    NOTE_VERBOSE, /**< steps, with their times */
    NOTE_DEBUG,   /**< sizes of steps */
};

/** The receiver of messages. Each text is one line, "t.spoor: offset 4128: …", without a newline. */
struct spoor_report {
    void (*message)(void *arg, const char *text);
    void *arg;
    void (*note)(void *arg, enum note_level level, const char *text); /**< NULL: notes are dropped */
};

/** Replace what isn't printable UTF-8 by '?', in place: names in files and of files may hold anything. */
void message_clean(char *text);

/** Report "NAME: text"; a NULL report is silent. */
void message_say(const struct spoor_report *report, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Report a note; a NULL report is silent. */
void message_note(const struct spoor_report *report, enum note_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
