/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds source lines and functions in the debug information of an ELF file. */
#include <stdlib.h>
#include <string.h>
#include <base/inflate.h>
#include <elf/dwarf/debug.h>
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

#define COMPRESSED_BYTES 12   /* header of a compressed section: kind, size, alignment */
#define ZLIB_BYTES       2    /* header of zlib's format; deflated data follows */
#define RATIO_MAX        1032 /* bytes that one byte of deflated data can give */

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
static uint64_t inflated_size(const struct elf_header *h, const uint8_t *bytes)
{
    uint64_t size = 0;

    if (h->size < COMPRESSED_BYTES) {
        return 0;
    }
    if ((h->flags & SHF_COMPRESSED) != 0) {
        return elf_word(bytes) == ELFCOMPRESS_ZLIB ? elf_word(bytes + 4) : 0;
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
static struct debug_bytes inflated(const struct elf_header *h, const uint8_t *bytes, uint8_t **kept)
{
    uint64_t size = inflated_size(h, bytes), header = COMPRESSED_BYTES + ZLIB_BYTES;
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

static bool has_code_at_zero(const struct elf_file *e)
{
    size_t n = 0;

    while (n < e->placed_count && e->symbols[n].address == 0 && !e->symbols[n].function) {
        n++;
    }
    return n < e->placed_count ? e->symbols[n].address == 0 : e->placed_count == 0;
}

static struct elf_debug *open_debug(const struct elf_file *e)
{
    struct debug_bytes sections[DEBUG_SECTIONS] = {{NULL, 0}};
    bool seen[DEBUG_SECTIONS] = {false};
    struct elf_debug *debug = calloc(1, sizeof *debug);

    for (size_t n = 0; debug != NULL && n < e->headers.section_count; n++) {
        const struct elf_header *h = &e->headers.sections[n];
        const uint8_t *bytes = headers_bytes(&e->headers, h);
        unsigned kind = section_of(h->name);

        if (kind < DEBUG_SECTIONS && bytes != NULL && !seen[kind]) {
            seen[kind] = true;
            sections[kind] = is_compressed(h) ? inflated(h, bytes, &debug->inflated[kind])
                                              : (struct debug_bytes){bytes, (size_t)h->size};
        }
    }
    if (debug != NULL) {
        debug->debug = debug_open(sections, has_code_at_zero(e));
    }
    return debug;
}

/* @return the debug information, or NULL */
static struct debug *debug_of(struct elf_file *e)
{
    if (e->debug == NULL) {
        e->debug = open_debug(e);
    }
    return e->debug != NULL ? e->debug->debug : NULL;
}

/* ------------------------------------------------------------------ lookups */

unsigned elf_file_source(struct elf_file *e, uint32_t address, struct spoor_source *list, unsigned most)
{
    struct debug *d = debug_of(e);

    return d != NULL ? debug_source(d, address, list, most) : 0;
}

const char *elf_file_function_of(struct elf_file *e, uint32_t address)
{
    struct debug *d = debug_of(e);

    return d != NULL ? debug_function_of(d, address) : NULL;
}

void elf_file_close_debug(struct elf_file *e)
{
    if (e->debug == NULL) {
        return;
    }
    debug_close(e->debug->debug);
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        free(e->debug->inflated[n]);
    }
    free(e->debug);
}
