/* SPDX-License-Identifier: BSD-2-Clause */
/* The files of a trace that is a folder: as one piece of bytes, or a ZIP file of it. */
#ifndef FOREIGN_FOLDER_H
#define FOREIGN_FOLDER_H

#include <base/bytes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Add the files of a folder: a mark, and for each its name, its length and its contents. @return NULL, or
 * the reason for a failure; "" if it isn't a folder */
const char *folder_pack(struct bytes *b, const char *path);

/** A file of a folder. */
struct folder_file {
    char name[80];       /**< without folders */
    const uint8_t *data; /**< its contents */
    size_t size;
};

/** The files of a folder; empty if all zero. */
struct folder {
    struct folder_file *files;
    size_t count;
    struct bytes unpacked; /**< of a ZIP file */
};

/** @return whether bytes are a folder or a ZIP file */
bool folder_is(const uint8_t *bytes, size_t size);

/** List the files of such bytes, which must stay valid. @return NULL, or the reason for a failure */
const char *folder_open(struct folder *f, const uint8_t *bytes, size_t size);

/** @return the file of a name, or NULL */
const struct folder_file *folder_find(const struct folder *f, const char *name);

void folder_close(struct folder *f);

#endif
