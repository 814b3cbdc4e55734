/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ZIP files in memory, of less than 4 GB: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
 * Entries are stored or deflated, and not encrypted.
 */
#ifndef IMPORT_ZIP_H
#define IMPORT_ZIP_H

#include <stdio.h>
#include <base/bytes.h>
#include <base/inflate.h>

/** An open file. */
struct zip {
    const uint8_t *bytes, *directory;
    size_t size, directory_bytes;
    unsigned count; /**< entries in the directory */
};

struct zip_entry {
    unsigned flags, method;
    uint32_t checksum, packed, raw, at; /**< sizes; place of its local header */
};

/** Open a file in memory that must stay valid. @return NULL, or the reason for a failure */
const char *zip_open(struct zip *z, const uint8_t *bytes, size_t size);

/** Find the first entry with a name. @return whether there is one */
bool zip_find(const struct zip *z, const char *name, struct zip_entry *e);

/** Find an entry by its number. @return false after the last */
bool zip_nth(const struct zip *z, unsigned n, const char **name, size_t *length, struct zip_entry *e);

/** @return NULL if an entry can be unpacked and its sizes are possible, or the reason why not */
const char *zip_check(const struct zip *z, const struct zip_entry *e);

/** Decompress an entry, and verify its size and checksum. @return NULL, or the reason for a failure */
const char *zip_unpack(const struct zip *z, const struct zip_entry *e, inflate_to to, void *arg);

/** A file that is being written; empty if all zero. */
struct zip_writer {
    FILE *file;
    struct bytes directory;
    uint64_t at;
    unsigned count;
};

/** Begin a file. @return NULL, or the reason for a failure, as the next functions do */
const char *zip_create(struct zip_writer *w, const char *path);

/** Add a file under a name, deflated where zlib is available. */
const char *zip_add(struct zip_writer *w, const char *name, const char *path);

/** End and close the file. Must be called after failures, too. @param wrong  the reason for a failure before
 */
const char *zip_close(struct zip_writer *w, const char *wrong);

#endif
