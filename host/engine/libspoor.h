/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libspoor: opens recordings and answers questions about them. The tool `spoor`, its page in a browser and
 * its package for node.js are built on the same code, so that a number is the same everywhere.
 *
 *     struct libspoor_error error;
 *     struct libspoor *s = libspoor_open(&(struct libspoor_input){.path = "run.spoor", .program = "a.elf"},
 *                                        &error);
 *     if (s == NULL || libspoor_table(s, "threads", NULL, NULL, &to, &error) != LIBSPOOR_OK) {
 *         … error.text …
 *     }
 *     libspoor_close(s);
 *
 * The library prints nothing, ends no program and changes no global state. Different threads may use
 * different handles at the same time. Each query reads the recording, or the part that is asked for.
 */
#ifndef LIBSPOOR_H
#define LIBSPOOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library hides all other names */
#endif

/** How a call ended; the values are the exit statuses of the tool. */
enum libspoor_status {
    LIBSPOOR_OK = 0,
    LIBSPOOR_WRONG = 1,      /**< the recording contradicts itself */
    LIBSPOOR_UNREADABLE = 2, /**< the input or output failed, or the request is wrong */
    LIBSPOOR_CANT_SAY = 3,   /**< the recording lacks an event that the answer needs */
};

/** Why a call failed. */
struct libspoor_error {
    enum libspoor_status status;
    char text[2400]; /**< one line, "run.spoor: …"; empty after success */
};

/** A recording, a pack, or a profile of another tool; and the program that ran. */
struct libspoor_input {
    const char *path;    /**< the file; with `bytes`, its name in messages */
    const void *bytes;   /**< its bytes, which must stay valid until libspoor_close(); NULL: read the file */
    size_t size;         /**< of `bytes` */
    const char *program; /**< the ELF file; NULL: that of the pack, or none */
    const void *program_bytes; /**< its bytes, which are copied; NULL: read the file */
    size_t program_size;       /**< of `program_bytes` */
    uint64_t rate;             /**< rate of the times in Hz, for a recording without a header; else 0 */
    /** Receives notes on damage that was skipped, a line each; or NULL. */
    void (*message)(void *arg, const char *text);
    void *arg; /**< of `message` */
};

/** The part of a recording that a query covers. NULL, or all members zero: all of it. */
struct libspoor_part {
    const char *range;  /**< "1.5..2" in seconds, "20ms..21ms"; NULL: all times (`spoor help ranges`) */
    const char *where;  /**< "thread=filter && duration>50us"; NULL: no filter (`spoor help filters`) */
    uint64_t recording; /**< the N-th recording of a file with several, from 1; 0: all */
};

/** The form of a table. */
enum libspoor_form { LIBSPOOR_JSON, LIBSPOOR_CSV, LIBSPOOR_TEXT };

/** Options of a table. All members zero: none. */
struct libspoor_options {
    enum libspoor_form form;
    const char *sort;     /**< name of a column, "-name" for descending order; NULL: the table's own order */
    uint64_t top;         /**< at most N rows; 0: all */
    uint64_t bin_ns;      /**< load: length of a bin; 0: one */
    uint64_t deadline_ns; /**< response: deadline of threads that don't declare one; 0: none */
    const char *thread;   /**< critical-path: the thread */
    const char *begin_event; /**< intervals: the two events, and the field that must be equal or NULL */
    const char *end_event, *key;
};

/** Takes the bytes of an answer, in pieces. @return 0, or an errno that ends the query */
struct libspoor_sink {
    int (*write)(void *arg, const char *bytes, size_t n);
    void *arg;
};

/** An open input. */
struct libspoor;

/**
 * Open an input.
 *
 * @param error  receives the reason if the input can't be opened
 * @return the handle, or NULL
 */
struct libspoor *libspoor_open(const struct libspoor_input *input, struct libspoor_error *error);

void libspoor_close(struct libspoor *s);

/** @return the format of a profile of another tool, such as "gmon.out"; NULL: it is a recording */
const char *libspoor_profile_format(const struct libspoor *s);

/** @return the name of the `n`-th table, which `spoor stats` also knows; NULL past the last */
const char *libspoor_table_name(unsigned n);

/** @return the name of the `n`-th format of libspoor_export_to(); NULL past the last */
const char *libspoor_format_name(unsigned n);

/**
 * Write a table, as `spoor stats NAME` prints it.
 *
 * @param part, options  may be NULL
 * @return LIBSPOOR_OK, or the status of `error`
 */
int libspoor_table(struct libspoor *s, const char *name, const struct libspoor_part *part,
                   const struct libspoor_options *options, const struct libspoor_sink *to,
                   struct libspoor_error *error);

/**
 * Write the events, as JSON objects, one a line (docs/json.md).
 *
 * @param first  events to skip
 * @param most   events to write; 0: all
 */
int libspoor_events(struct libspoor *s, const struct libspoor_part *part, uint64_t first, uint64_t most,
                    const struct libspoor_sink *to, struct libspoor_error *error);

/** Write a profile in a format: "folded", "callgrind", "pprof" …; a recording as a trace: "chrome",
 * "perfetto" …; or its tables. The format must be one that makes text or bytes, not a folder
 * or a database. */
int libspoor_export(struct libspoor *s, const char *format, const struct libspoor_part *part,
                    const struct libspoor_sink *to, struct libspoor_error *error);

/** The same for any format, to a file or to a folder that exists. */
int libspoor_export_to(struct libspoor *s, const char *format, const struct libspoor_part *part,
                       const char *path, struct libspoor_error *error);

/** What a view of the page shows. */
enum libspoor_view {
    LIBSPOOR_VIEW_PAGE,     /**< a title, all tables as HTML, and the timeline */
    LIBSPOOR_VIEW_TIMELINE, /**< names, intervals by row, events and stacks */
    LIBSPOOR_VIEW_CALLS,    /**< the profile of function calls, or of samples */
    LIBSPOOR_VIEW_STACKS,   /**< the profile of the events with stacks, each of which counts once */
    LIBSPOOR_VIEW_WAITS,    /**< the profile of the time waited: thread, stack, reason, object */
};

/**
 * Write the data that a page draws, as frames of sections (docs/report.md).
 *
 * @param limit  PAGE, TIMELINE: intervals in full detail, and half as many events; the rest is coarse. 0: all
 */
int libspoor_view(struct libspoor *s, enum libspoor_view view, const struct libspoor_part *part,
                  uint64_t limit, const struct libspoor_sink *to, struct libspoor_error *error);

/**
 * Write which events a filter chooses, as the section "chosen": their numbers in the order of the timeline's
 * events, each as the difference to the one before, in the form of docs/report.md's columns.
 *
 * @param part    as for the timeline
 * @param filter  (`spoor help filters`)
 */
int libspoor_chosen(struct libspoor *s, const struct libspoor_part *part, const char *filter,
                    const struct libspoor_sink *to, struct libspoor_error *error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
