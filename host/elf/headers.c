/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the headers, symbols and segments of an ELF file. The layouts are those of the System V ABI. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <elf/format.h>
#include <elf/headers.h>

/* A place in a table of the file, whose entries were checked to be in the file. */
struct entry {
    const struct elf_headers *h;
    const uint8_t *at;
};

static uint64_t take(struct entry *e, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned n = 0; n < bytes; n++) {
        value |= (uint64_t)e->at[n] << 8 * (e->h->big_endian ? bytes - 1 - n : n);
    }
    e->at += bytes;
    return value;
}

/* Take an address, an offset or a size. */
static uint64_t take_wide(struct entry *e)
{
    return take(e, e->h->bits / 8);
}

static unsigned by_bits(const struct elf_headers *h, unsigned bytes32, unsigned bytes64)
{
    return h->bits == 64 ? bytes64 : bytes32;
}

static bool is_within(const struct elf_headers *h, uint64_t offset, uint64_t bytes)
{
    return offset <= h->size && bytes <= h->size - offset;
}

/* ------------------------------------------------------------------ sections */

static struct elf_header section_at(const struct elf_headers *h, uint64_t offset)
{
    struct entry e = {h, h->bytes + offset + 4}; /* the name is set later */
    struct elf_header s = {.name = ""};

    s.type = (uint32_t)take(&e, 4);
    s.flags = take_wide(&e);
    s.address = take_wide(&e);
    s.offset = take_wide(&e);
    s.size = take_wide(&e);
    s.link = (uint32_t)take(&e, 4);
    take(&e, 4);
    take_wide(&e);
    s.entry_bytes = take_wide(&e);
    return s;
}

const uint8_t *headers_bytes(const struct elf_headers *h, const struct elf_header *section)
{
    return section->type != SHT_NOBITS && section->size != 0 && is_within(h, section->offset, section->size)
               ? h->bytes + section->offset
               : NULL;
}

/* @return a text of a string table, which must end with a zero, or NULL */
static const char *text_at(const struct elf_headers *h, uint32_t table, uint32_t offset)
{
    const struct elf_header *s = table < h->section_count ? &h->sections[table] : NULL;
    const uint8_t *bytes = s != NULL && s->type == SHT_STRTAB ? headers_bytes(h, s) : NULL;

    return bytes != NULL && offset < s->size && bytes[s->size - 1] == 0 ? (const char *)bytes + offset : NULL;
}

static void name_sections(struct elf_headers *h, uint64_t offset, unsigned entry_bytes, uint32_t names)
{
    for (size_t n = 1; n < h->section_count; n++) {
        struct entry e = {h, h->bytes + offset + n * entry_bytes};
        const char *name = text_at(h, names, (uint32_t)take(&e, 4));

        h->sections[n].name = name != NULL ? name : "";
    }
}

/* Read the section headers. If there are too many for a field of the file header, the first section header
 * has their number and the index of the section of names. @return NULL, or a description of the error */
static const char *read_sections(struct elf_headers *h, uint64_t offset, uint64_t count, uint32_t names)
{
    static const char truncated[] = "truncated: its section headers are beyond its end";
    unsigned entry_bytes = by_bits(h, 40, 64);

    if (offset == 0) {
        return NULL;
    }
    if (!is_within(h, offset, entry_bytes)) {
        return truncated;
    }
    struct elf_header first = section_at(h, offset);

    count = count == 0 ? first.size : count;
    names = names == SHN_XINDEX ? first.link : names;
    if (count > h->size / entry_bytes || !is_within(h, offset, count * entry_bytes)) {
        return truncated;
    }
    h->sections = calloc(count + 1, sizeof *h->sections);
    if (h->sections == NULL) {
        return strerror(ENOMEM);
    }
    h->section_count = (size_t)count;
    for (size_t n = 0; n < h->section_count; n++) {
        h->sections[n] = section_at(h, offset + n * entry_bytes);
    }
    name_sections(h, offset, entry_bytes, names);
    return NULL;
}

/* ------------------------------------------------------------------ the file header */

const char *headers_read(struct elf_headers *h, const uint8_t *bytes, size_t size)
{
    *h = (struct elf_headers){.bytes = bytes, .size = size};
    if (size < EI_NIDENT || memcmp(bytes, "\177ELF", 4) != 0 ||
        (bytes[EI_CLASS] != ELFCLASS32 && bytes[EI_CLASS] != ELFCLASS64) ||
        (bytes[EI_DATA] != ELFDATA2LSB && bytes[EI_DATA] != ELFDATA2MSB)) {
        return "not an ELF file";
    }
    h->bits = bytes[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    h->big_endian = bytes[EI_DATA] == ELFDATA2MSB;
    if (size < by_bits(h, 52, 64)) {
        return "truncated: an ELF header is longer";
    }
    struct entry e = {h, bytes + EI_NIDENT};

    h->type = (uint16_t)take(&e, 2);
    h->machine = (uint16_t)take(&e, 2);
    take(&e, 4);
    take_wide(&e);
    h->segments = take_wide(&e);
    uint64_t sections = take_wide(&e);

    take(&e, 4 + 2);
    uint64_t segment_bytes = take(&e, 2), segment_count = take(&e, 2);
    uint64_t section_bytes = take(&e, 2), section_count = take(&e, 2);
    uint32_t names = (uint32_t)take(&e, 2);

    if (segment_bytes == by_bits(h, 32, 56) && is_within(h, h->segments, segment_count * segment_bytes)) {
        h->segment_count = (size_t)segment_count;
    }
    return section_bytes == by_bits(h, 40, 64) ? read_sections(h, sections, section_count, names) : NULL;
}

void headers_free(struct elf_headers *h)
{
    free(h->sections);
    h->sections = NULL;
}

/* ------------------------------------------------------------------ segments and symbols */

struct elf_segment headers_segment(const struct elf_headers *h, size_t n)
{
    struct entry e = {h, h->bytes + h->segments + n * by_bits(h, 32, 56)};
    struct elf_segment s = {.type = (uint32_t)take(&e, 4)};

    if (h->bits == 64) {
        take(&e, 4);
    }
    s.offset = take_wide(&e);
    s.address = take_wide(&e);
    s.load = take_wide(&e);
    s.file_bytes = take_wide(&e);
    return s;
}

size_t headers_symbols(const struct elf_headers *h, const struct elf_header *table)
{
    return table->entry_bytes == by_bits(h, 16, 24) && headers_bytes(h, table) != NULL
               ? (size_t)(table->size / table->entry_bytes)
               : 0;
}

struct elf_symbol headers_symbol(const struct elf_headers *h, const struct elf_header *table, size_t n)
{
    struct entry e = {h, h->bytes + table->offset + n * table->entry_bytes};
    struct elf_symbol s = {.name = text_at(h, table->link, (uint32_t)take(&e, 4))};
    unsigned info = 0;

    if (h->bits == 32) {
        s.value = take_wide(&e);
        s.size = take_wide(&e);
    }
    info = (unsigned)take(&e, 1);
    take(&e, 1);
    s.section = (uint32_t)take(&e, 2);
    if (h->bits == 64) {
        s.value = take_wide(&e);
        s.size = take_wide(&e);
    }
    s.type = (uint8_t)(info & 15);
    s.binding = (uint8_t)(info >> 4);
    return s;
}
