/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing: the header of an entry is written again after its data, when its sizes are known. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <base/deflate.h>
#include <base/system.h>
#include <import/zip.h>
#include "zip_priv.h"

#if SYSTEM_ZLIB
#include <zlib.h>
#define LEVEL 9 /* a pack is made once, and then sent and kept */
#endif

#define VERSION      20u                 /* needed to read: 4.4.3 */
#define VERSION_MADE (3u << 8 | VERSION) /* on Unix, so that the entries have its permissions: 4.4.2 */
#define PIECE        32768

/* Sizes and checksum of an entry's data. */
struct data {
    uint64_t raw, packed;
    uint32_t checksum;
};

static const char *reason(void)
{
    return strerror(errno != 0 ? errno : EIO);
}

#if SYSTEM_ZLIB

/* Deflate the next bytes. @return whether they were written */
static bool put_packed(z_stream *s, FILE *to, struct data *d, int flush)
{
    uint8_t piece[PIECE];

    do {
        s->next_out = piece;
        s->avail_out = sizeof piece;
        (void)deflate(s, flush);
        size_t n = sizeof piece - s->avail_out;

        if (fwrite(piece, 1, n, to) != n) {
            return false;
        }
        d->packed += n;
    } while (s->avail_out == 0);
    return true;
}

static const char *copy(FILE *from, FILE *to, struct data *d)
{
    uint8_t piece[PIECE];
    z_stream s = {.next_in = piece};
    size_t n;
    bool done = true;

    if (deflateInit2(&s, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return strerror(ENOMEM);
    }
    errno = 0;
    while (done && (n = fread(piece, 1, sizeof piece, from)) > 0) {
        d->checksum = deflate_checksum(d->checksum, piece, n);
        d->raw += n;
        s.next_in = piece;
        s.avail_in = (uInt)n;
        done = put_packed(&s, to, d, Z_NO_FLUSH);
    }
    done = done && !ferror(from) && put_packed(&s, to, d, Z_FINISH);
    (void)deflateEnd(&s);
    return done ? NULL : reason();
}

#else

static const char *copy(FILE *from, FILE *to, struct data *d)
{
    uint8_t piece[PIECE];
    size_t n;

    errno = 0;
    while ((n = fread(piece, 1, sizeof piece, from)) > 0) {
        d->checksum = deflate_checksum(d->checksum, piece, n);
        d->raw += n;
        d->packed += n;
        if (fwrite(piece, 1, n, to) != n) {
            return reason();
        }
    }
    return ferror(from) ? reason() : NULL;
}

#endif

/* The fields that the local header and the directory's entry have in common: 4.4. */
static void put_common(struct bytes *b, const char *name, const struct tm *t, const struct data *d)
{
    bool is_ascii = true;

    for (const char *c = name; *c != 0; c++) {
        is_ascii &= (*c & 0x80) == 0;
    }
    bytes_u16(b, VERSION);
    bytes_u16(b, is_ascii ? 0 : ZIP_UTF8);
    bytes_u16(b, SYSTEM_ZLIB ? ZIP_DEFLATED : ZIP_STORED);
    bytes_u16(b, (unsigned)(t->tm_hour << 11 | t->tm_min << 5 | t->tm_sec / 2));
    bytes_u16(b,
              (unsigned)((t->tm_year < 80 ? 0 : t->tm_year - 80) << 9 | (t->tm_mon + 1) << 5 | t->tm_mday));
    bytes_u32(b, d->checksum);
    bytes_u32(b, (uint32_t)d->packed);
    bytes_u32(b, (uint32_t)d->raw);
    bytes_u16(b, (unsigned)strlen(name));
    bytes_u16(b, 0); /* extra field */
}

/* Write a local header at its place. */
static const char *put_local(struct zip_writer *w, const char *name, const struct tm *t, const struct data *d)
{
    struct bytes b = {0};

    bytes_u32(&b, ZIP_LOCAL);
    put_common(&b, name, t, d);
    bytes_text(&b, name);
    bool done = !b.failed && fseeko(w->file, (off_t)w->at, SEEK_SET) == 0 &&
                fwrite(b.data, 1, b.used, w->file) == b.used;

    bytes_free(&b);
    return done ? NULL : reason();
}

static void put_entry(struct zip_writer *w, const char *name, const struct tm *t, const struct data *d,
                      unsigned mode)
{
    struct bytes *b = &w->directory;

    bytes_u32(b, ZIP_ENTRY);
    bytes_u16(b, VERSION_MADE);
    put_common(b, name, t, d);
    bytes_zeros(b, 6); /* comment, disk, kind of data */
    bytes_u32(b, mode << 16);
    bytes_u32(b, (uint32_t)w->at);
    bytes_text(b, name);
    w->count++;
}

const char *zip_create(struct zip_writer *w, const char *path)
{
    *w = (struct zip_writer){.file = fopen(path, "wb")};
    return w->file != NULL ? NULL : reason();
}

const char *zip_add(struct zip_writer *w, const char *name, const char *path)
{
    FILE *from = fopen(path, "rb");
    struct stat st;
    struct data d = {.raw = 0};

    if (from == NULL || fstat(fileno(from), &st) != 0) {
        const char *wrong = reason();

        if (from != NULL) {
            fclose(from);
        }
        return wrong;
    }
    const struct tm *local = localtime(&st.st_mtime);
    struct tm time = local != NULL ? *local : (struct tm){.tm_mday = 1};
    const char *wrong = put_local(w, name, &time, &d);

    wrong = wrong != NULL ? wrong : copy(from, w->file, &d);
    fclose(from);
    wrong = wrong != NULL ? wrong : put_local(w, name, &time, &d);
    put_entry(w, name, &time, &d, (unsigned)st.st_mode);
    w->at += ZIP_LOCAL_BYTES + strlen(name) + d.packed;
    if (wrong == NULL && (d.raw >= UINT32_MAX || w->at >= UINT32_MAX || w->count >= UINT16_MAX)) {
        wrong = "larger than 4 GB, or more than 65534 files";
    }
    if (wrong == NULL && fseeko(w->file, (off_t)w->at, SEEK_SET) != 0) {
        wrong = reason();
    }
    return wrong;
}

const char *zip_close(struct zip_writer *w, const char *wrong)
{
    struct bytes *b = &w->directory;
    size_t size = b->used;

    bytes_u32(b, ZIP_END);
    bytes_zeros(b, 4); /* disks */
    bytes_u16(b, w->count);
    bytes_u16(b, w->count);
    bytes_u32(b, (uint32_t)size);
    bytes_u32(b, (uint32_t)w->at);
    bytes_u16(b, 0); /* comment */
    if (wrong == NULL && (b->failed || fwrite(b->data, 1, b->used, w->file) != b->used)) {
        wrong = b->failed ? strerror(ENOMEM) : reason();
    }
    if (w->file != NULL && fclose(w->file) != 0 && wrong == NULL) {
        wrong = reason();
    }
    bytes_free(b);
    return wrong;
}
