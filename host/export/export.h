/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats of other tools. Each exporter is a file in the folder of its kind. It processes a recording as
 * items and intervals (trace/), a profile (profile/), or the rows of tables (table/). docs/spoor.md lists the
 * tools that open each format.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>
#include <base/bytes.h>
#include <base/out.h>

/** The form of an exporter's output. */
enum export_makes {
    EXPORT_TEXT,   /**< text, to the output */
    EXPORT_BINARY, /**< bytes, to the output, which must not be a terminal */
    EXPORT_FILE,   /**< a file at the path, which the exporter opens */
    EXPORT_FOLDER, /**< files in the folder at the path, which exists */
};

enum export_kind { EXPORT_TRACE, EXPORT_PROFILE, EXPORT_TABLE, EXPORT_KINDS };

/** A format; must be the first member of each kind's exporter. */
struct export_format {
    const char *name, *summary;
    enum export_makes makes;
};

/** The output of an exporter. */
struct export
{
    struct out *out;
    const char *path;    /**< file or folder; NULL: standard output */
    const char *name;    /**< its name in messages; until it is complete it may be written elsewhere */
    int error;           /**< an errno: out of memory, or a file can't be written */
    char remark[160];    /**< what was left out, or empty */
    const char *refusal; /**< reason why the input can't be written in this format, or NULL */
    void *state;         /**< state of the exporter, zeroed before its first call */
};

/** @return the format with a name, or NULL @param kind receives its kind */
const struct export_format *export_find(const char *name, enum export_kind *kind);

/** @return the `n`-th format of a kind, or NULL */
const struct export_format *export_nth(enum export_kind kind, unsigned n);

/* ------------------------------------------------------------------ for all exporters */

/** Append a frame of a folded stack. A semicolon, which would begin another frame, is replaced. */
void export_frame(struct out *o, const char *name);

/** Open a file in the folder, for reading and writing. @return NULL after noting the error */
FILE *export_open(struct export *e, const char *name);

/** Write a buffer to a file, and empty the buffer. */
void export_write(struct export *e, FILE *f, struct bytes *b);

/** Copy a file to the output, from its start. */
void export_copy(struct export *e, FILE *f);

/** Write a buffer to the output, and empty the buffer. */
void export_flush(struct export *e, struct bytes *b);

#endif
