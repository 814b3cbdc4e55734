/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats of other tools. A writer is one file in the folder of its kind, and takes a recording as items and
 * intervals (trace/), a profile (profile/), or the rows of tables (table/). docs/spoor.md names the tools
 * that open each format.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>
#include <base/out.h>
#include <export/bytes.h>

/** What a writer makes. */
enum export_makes {
    EXPORT_TEXT,   /**< text, to the output */
    EXPORT_BINARY, /**< bytes, to the output, which is no terminal */
    EXPORT_FILE,   /**< a file that it opens itself, at the path */
    EXPORT_FOLDER, /**< files in the folder of the path, which exists */
};

enum export_kind { EXPORT_TRACE, EXPORT_PROFILE, EXPORT_TABLE, EXPORT_KINDS };

/** A format; the first member of each kind's exporter. */
struct export_format {
    const char *name, *summary;
    enum export_makes makes;
};

/** The output of a writer. */
struct export
{
    struct out *out;
    const char *path;    /**< of a file or folder; NULL: standard output */
    const char *name;    /**< of it, in messages: it may be written elsewhere until it's whole */
    int error;           /**< an errno: no memory, or a file that can't be written */
    const char *refusal; /**< why the input can't be written so, or NULL */
    void *state;         /**< of the writer; all zero before its first call */
};

/** @return the format of that name, or NULL @param kind  set to its kind */
const struct export_format *export_find(const char *name, enum export_kind *kind);

/** @return the `n`-th format of a kind, or NULL */
const struct export_format *export_nth(enum export_kind kind, unsigned n);

/* ------------------------------------------------------------------ for all writers */

/** Append a frame of a folded stack; a semicolon in it would begin another one. */
void export_frame(struct out *o, const char *name);

/** Open a file in the folder, for writing and reading. @return NULL after noting the error */
FILE *export_open(struct export *e, const char *name);

/** Write a buffer to a file, and empty it. */
void export_write(struct export *e, FILE *f, struct bytes *b);

/** Write a buffer to the output, and empty it. */
void export_flush(struct export *e, struct bytes *b);

#endif
