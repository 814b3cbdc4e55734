/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading: the directory at the end has sizes and places. Everything is checked, as in any file. */
#include <string.h>
#include <base/deflate.h>
#include <import/zip.h>
#include "zip_priv.h"

#define COMMENT_MAX   65535u
#define DEFLATE_RATIO 1032 /* 258 bytes by two bits */

static uint32_t u16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t u32(const uint8_t *at)
{
    return u16(at) | u16(at + 2) << 16;
}

/* @return the record at the end, which only a comment follows, or NULL */
static const uint8_t *find_end(const uint8_t *bytes, size_t size)
{
    for (size_t after = ZIP_END_BYTES; after <= size && after <= ZIP_END_BYTES + COMMENT_MAX; after++) {
        const uint8_t *at = bytes + size - after;

        if (u32(at) == ZIP_END && u16(at + 20) == after - ZIP_END_BYTES) {
            return at;
        }
    }
    return NULL;
}

const char *zip_open(struct zip *z, const uint8_t *bytes, size_t size)
{
    const uint8_t *end = find_end(bytes, size);

    if (end == NULL) {
        return "no directory at its end: was the file truncated?";
    }
    uint32_t count = u16(end + 10), length = u32(end + 12), at = u32(end + 16);

    if (count == UINT16_MAX || length == UINT32_MAX || at == UINT32_MAX) {
        return "larger than 4 GB, or with more than 65534 files";
    }
    if (u16(end + 4) != 0 || u16(end + 6) != 0 || u16(end + 8) != count) {
        return "one part of several";
    }
    if ((uint64_t)at + length > (uint64_t)(end - bytes)) {
        return "its directory is damaged";
    }
    *z = (struct zip){bytes, bytes + at, size, length, count};
    return NULL;
}

bool zip_nth(const struct zip *z, unsigned wanted, const char **name, size_t *length, struct zip_entry *e)
{
    const uint8_t *at = z->directory;
    size_t left = z->directory_bytes;

    for (unsigned n = 0; n < z->count && left >= ZIP_ENTRY_BYTES && u32(at) == ZIP_ENTRY; n++) {
        size_t bytes = ZIP_ENTRY_BYTES + u16(at + 28) + u16(at + 30) + u16(at + 32);

        if (bytes > left) {
            return false;
        }
        if (n == wanted) {
            *name = (const char *)at + ZIP_ENTRY_BYTES;
            *length = u16(at + 28);
            *e = (struct zip_entry){u16(at + 8),  u16(at + 10), u32(at + 16),
                                    u32(at + 20), u32(at + 24), u32(at + 42)};
            return true;
        }
        at += bytes;
        left -= bytes;
    }
    return false;
}

bool zip_find(const struct zip *z, const char *name, struct zip_entry *e)
{
    const char *found;
    size_t length, wanted = strlen(name);

    for (unsigned n = 0; zip_nth(z, n, &found, &length, e); n++) {
        if (length == wanted && memcmp(found, name, length) == 0) {
            return true;
        }
    }
    return false;
}

struct unpack {
    inflate_to to;
    void *arg;
    uint64_t left;
    uint32_t checksum;
    bool excess; /* more bytes than there should be */
};

static bool pass_on(void *arg, const uint8_t *bytes, size_t n)
{
    struct unpack *u = arg;

    u->excess = n > u->left;
    if (u->excess) {
        return false;
    }
    u->left -= n;
    u->checksum = deflate_checksum(u->checksum, bytes, n);
    return u->to(u->arg, bytes, n);
}

/* @return where the data of an entry begins; 0: outside of the file */
static uint64_t data_of(const struct zip *z, const struct zip_entry *e)
{
    if ((uint64_t)e->at + ZIP_LOCAL_BYTES > z->size || u32(z->bytes + e->at) != ZIP_LOCAL) {
        return 0;
    }
    const uint8_t *local = z->bytes + e->at;
    uint64_t begin = (uint64_t)e->at + ZIP_LOCAL_BYTES + u16(local + 26) + u16(local + 28);

    return begin + e->packed <= z->size ? begin : 0;
}

const char *zip_check(const struct zip *z, const struct zip_entry *e)
{
    if ((e->flags & ZIP_ENCRYPTED) != 0) {
        return "encrypted";
    }
    if (e->method != ZIP_STORED && e->method != ZIP_DEFLATED) {
        return "compressed by a method other than deflate";
    }
    return data_of(z, e) == 0 || e->raw / DEFLATE_RATIO > e->packed ? "damaged" : NULL;
}

const char *zip_unpack(const struct zip *z, const struct zip_entry *e, inflate_to to, void *arg)
{
    struct unpack u = {.to = to, .arg = arg, .left = e->raw};
    const char *wrong = zip_check(z, e);

    if (wrong == NULL && e->method == ZIP_DEFLATED) {
        wrong = inflate_bytes(z->bytes + data_of(z, e), e->packed, pass_on, &u);
    } else if (wrong == NULL) {
        wrong = pass_on(&u, z->bytes + data_of(z, e), e->packed) ? NULL : "stopped";
    }
    bool is_damaged = u.excess || (wrong == NULL && (u.left != 0 || u.checksum != e->checksum));

    return is_damaged ? "damaged" : wrong;
}
