/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the sections with debug information by their names, and inflates compressed ones. */
#include <stdlib.h>
#include <string.h>
#include <base/inflate.h>
#include <elf/debug_sections.h>
#include <elf/file.h>
#include <elf/format.h>

static const char *const names[DEBUG_SECTIONS] = {
    [DEBUG_INFO] = "info", [DEBUG_ABBREV] = "abbrev",     [DEBUG_LINE] = "line",
    [DEBUG_STR] = "str",   [DEBUG_LINE_STR] = "line_str", [DEBUG_STR_OFFSETS] = "str_offsets",
    [DEBUG_ADDR] = "addr", [DEBUG_RANGES] = "ranges",     [DEBUG_RNGLISTS] = "rnglists",
};

/** The debug information, and the sections that were inflated for it. */
struct elf_debug {
    struct debug *debug; /**< NULL: there is none */
    uint8_t *inflated[DEBUG_SECTIONS];
};

/* ------------------------------------------------------------------ sections */

#define ZLIB_BYTES 2    /* header of zlib's format; deflated data follows */
#define RATIO_MAX  1032 /* bytes that one byte of deflated data can give */

/* The header of a compressed section: kind, in 64 bits a reserved word, size, alignment. */
static unsigned header_bytes(const struct elf_header *h, unsigned bits)
{
    return (h->flags & SHF_COMPRESSED) != 0 && bits == 64 ? 24 : 12;
}

/* @return the section that a name stands for, or DEBUG_SECTIONS */
static unsigned section_of(const char *name)
{
    size_t prefix = strncmp(name, ".debug_", 7) == 0 ? 7 : strncmp(name, ".zdebug_", 8) == 0 ? 8 : 0;
    unsigned n = 0;

    while (n < DEBUG_SECTIONS && (prefix == 0 || strcmp(name + prefix, names[n]) != 0)) {
        n++;
    }
    return n;
}

static bool is_compressed(const struct elf_header *h)
{
    return (h->flags & SHF_COMPRESSED) != 0 || h->name[1] == 'z';
}

/* @return the size of a compressed section when inflated; 0 if it can't be */
static uint64_t inflated_size(const struct elf_header *h, unsigned bits, const uint8_t *bytes)
{
    uint64_t size = 0;

    if (h->size < header_bytes(h, bits)) {
        return 0;
    }
    if ((h->flags & SHF_COMPRESSED) != 0) {
        const uint64_t size64 = bits == 64 ? elf_word(bytes + 8) | (uint64_t)elf_word(bytes + 12) << 32 : 0;

        return elf_word(bytes) != ELFCOMPRESS_ZLIB ? 0 : bits == 64 ? size64 : elf_word(bytes + 4);
    }
    for (unsigned n = 4; n < 12; n++) { /* "ZLIB", and the size in big-endian order */
        size = size << 8 | bytes[n];
    }
    return size;
}

struct unpacked {
    uint8_t *bytes;
    size_t used, size;
};

static bool take_bytes(void *arg, const uint8_t *bytes, size_t n)
{
    struct unpacked *u = arg;

    if (n > u->size - u->used) {
        return false;
    }
    memcpy(u->bytes + u->used, bytes, n);
    u->used += n;
    return true;
}

/* @return the bytes of a compressed section, which are kept; none if it is damaged */
static struct debug_bytes inflated(const struct elf_header *h, unsigned bits, const uint8_t *bytes,
                                   uint8_t **kept)
{
    uint64_t size = inflated_size(h, bits, bytes), header = header_bytes(h, bits) + ZLIB_BYTES;
    bool possible = size != 0 && size < SIZE_MAX && h->size > header && size / RATIO_MAX <= h->size;
    struct unpacked u = {.bytes = possible ? malloc((size_t)size) : NULL, .size = (size_t)size};

    *kept = u.bytes;
    if (u.bytes == NULL ||
        inflate_bytes(bytes + header, (size_t)(h->size - header), take_bytes, &u) != NULL ||
        u.used != u.size) {
        return (struct debug_bytes){NULL, 0};
    }
    return (struct debug_bytes){u.bytes, u.size};
}

struct elf_debug *elf_debug_open(const struct elf_headers *headers, bool code_at_zero)
{
    struct debug_bytes sections[DEBUG_SECTIONS] = {{NULL, 0}};
    bool seen[DEBUG_SECTIONS] = {false};
    struct elf_debug *debug = calloc(1, sizeof *debug);

    for (size_t n = 0; debug != NULL && n < headers->section_count; n++) {
        const struct elf_header *h = &headers->sections[n];
        const uint8_t *bytes = headers_bytes(headers, h);
        unsigned kind = section_of(h->name);

        if (kind < DEBUG_SECTIONS && bytes != NULL && !seen[kind]) {
            seen[kind] = true;
            sections[kind] = is_compressed(h) ? inflated(h, headers->bits, bytes, &debug->inflated[kind])
                                              : (struct debug_bytes){bytes, (size_t)h->size};
        }
    }
    if (debug != NULL) {
        debug->debug = debug_open(sections, code_at_zero);
    }
    return debug;
}

struct debug *elf_debug_of(struct elf_debug *d)
{
    return d != NULL ? d->debug : NULL;
}

void elf_debug_close(struct elf_debug *d)
{
    if (d == NULL) {
        return;
    }
    debug_close(d->debug);
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        free(d->inflated[n]);
    }
    free(d);
}
