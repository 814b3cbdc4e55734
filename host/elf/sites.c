/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <elf/format.h>
#include <elf/opened.h>
#include <elf/sites.h>
#include <base/vector.h>

#define RECORD_BYTES 12
#define USE_END      UINT32_C(1)

struct image {
    const struct spoor_elf *elf;
    const uint8_t *bytes;
    size_t size;
    bool binary;
    uint64_t base; /* of a binary */
};

static int fail(struct sites *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct sites *s, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(s->wrong, sizeof s->wrong, format, list);
    va_end(list);
    return -1;
}

/* ------------------------------------------------------------------ places in the image */

static bool is_loaded(const struct elf_header *h)
{
    return (h->flags & SHF_ALLOC) != 0 && h->type != SHT_NOBITS && h->size != 0;
}

/* @return the address in flash of the byte at an offset of the file, or UINT64_MAX */
static uint64_t load_address(const struct elf_headers *h, uint64_t offset)
{
    for (size_t n = 0; n < h->segment_count; n++) {
        struct elf_segment s = headers_segment(h, n);

        if (s.type == PT_LOAD && offset >= s.offset && offset - s.offset < s.file_bytes) {
            return s.load + (offset - s.offset);
        }
    }
    return UINT64_MAX;
}

static uint64_t first_address(const struct elf_headers *h)
{
    uint64_t first = UINT64_MAX;

    for (size_t n = 1; n < h->section_count; n++) {
        uint64_t at = is_loaded(&h->sections[n]) ? load_address(h, h->sections[n].offset) : UINT64_MAX;

        first = at < first ? at : first;
    }
    return first;
}

/* @return the offset in the image of an address of the program, with at least two bytes; or SIZE_MAX */
static size_t offset_of(const struct image *i, uint32_t address)
{
    const struct elf_headers *h = &i->elf->file->headers;

    for (size_t n = 1; n < h->section_count; n++) {
        const struct elf_header *s = &h->sections[n];

        if (is_loaded(s) && headers_bytes(h, s) != NULL && address >= s->address && s->size >= 2 &&
            address - s->address <= s->size - 2) {
            uint64_t offset = s->offset + (address - s->address);

            if (i->binary) {
                uint64_t load = load_address(h, offset);

                offset = load == UINT64_MAX || load < i->base ? UINT64_MAX : load - i->base;
            }
            return offset <= i->size && i->size - offset >= 2 ? (size_t)offset : SIZE_MAX;
        }
    }
    return SIZE_MAX;
}

/* ------------------------------------------------------------------ records */

static const struct spoor_id *find_use(const struct spoor_elf *e, uint32_t use)
{
    for (unsigned n = 0; n < spoor_ids_all(e); n++) {
        const struct spoor_id *id = spoor_id(e, n);

        if (id->class != SPOOR_NONE && id->address == use && use != 0) {
            return id;
        }
    }
    return NULL;
}

static int read_site(struct sites *s, const struct image *i, const uint8_t *record)
{
    struct site site = {.address = elf_word(record)};
    uint32_t target = elf_word(record + 4);

    site.use = elf_word(record + 8) & ~USE_END;
    site.end = (elf_word(record + 8) & USE_END) != 0;
    site.id = find_use(i->elf, site.use);
    site.offset = offset_of(i, site.address);
    if (site.offset == SIZE_MAX) {
        return fail(s, "the site at 0x%08" PRIx32 " is outside of the %s", site.address,
                    i->binary ? "binary. Was it made from this ELF file?" : "program's code");
    }
    const uint8_t *at = i->bytes + site.offset;

    if (!site_code_read(&site.code, i->elf->file->headers.machine, at, i->size - site.offset, site.address,
                        target, &site.on)) {
        return fail(
            s, "0x%08" PRIx32 "%s%s: %02x %02x is neither a no-operation nor the branch to 0x%08" PRIx32 "%s",
            site.address, site.id != NULL ? ", a site of " : "", site.id != NULL ? site.id->name : "", at[0],
            at[1], target, i->binary ? ". Was the binary made from this ELF file?" : "");
    }
    if (!VECTOR_GROW(s->list, s->count)) {
        return fail(s, "%s", strerror(ENOMEM));
    }
    s->list[s->count++] = site;
    return 0;
}

/* Find the function after a room. @return the encoding, whose room ends there, or -1 */
static int find_function(struct site *site, const struct image *i)
{
    unsigned bytes;

    for (unsigned n = 0; (bytes = site_room_bytes(i->elf->file->headers.machine, n)) != 0; n++) {
        uint32_t offset = 0;

        site->use = site->address + bytes;
        site->function = spoor_elf_symbol(i->elf, site->use, &offset);
        if (site->function != NULL && offset == 0) {
            return (int)n;
        }
    }
    return -1;
}

/* The record of a function is the address of the room before it. */
static int read_function(struct sites *s, const struct image *i, uint32_t room, uint32_t hook)
{
    struct site site = {.address = room, .offset = offset_of(i, room)};
    int encoding = find_function(&site, i);

    if (encoding < 0) {
        return fail(s, "no function begins after the room for it at 0x%08" PRIx32, room);
    }
    if (site.offset == SIZE_MAX) {
        return fail(s, "%s at 0x%08" PRIx32 " is outside of the %s", site.function, site.use,
                    i->binary ? "binary. Was it made from this ELF file?" : "program's code");
    }
    if (!site_code_read_function(&site.code, i->elf->file->headers.machine, (unsigned)encoding,
                                 i->bytes + site.offset, i->size - site.offset, room, hook, &site.on)) {
        return fail(
            s, "the code before %s at 0x%08" PRIx32 " is neither room nor a call of spoor_function_entered%s",
            site.function, site.use, i->binary ? ". Was the binary made from this ELF file?" : "");
    }
    if (!VECTOR_GROW(s->list, s->count)) {
        return fail(s, "%s", strerror(ENOMEM));
    }
    s->list[s->count++] = site;
    return 0;
}

static int read_functions(struct sites *s, const struct image *i, const struct elf_header *h)
{
    const struct symbol *hook = symbols_find(i->elf->file, "spoor_function_entered");
    const uint8_t *records = headers_bytes(&i->elf->file->headers, h);

    for (uint64_t at = 0; hook != NULL && records != NULL && at + 4 <= h->size; at += 4) {
        if (read_function(s, i, elf_word(records + at), hook->address) != 0) {
            return -1;
        }
    }
    return 0;
}

static int read_section(struct sites *s, const struct image *i, const struct elf_header *h)
{
    const uint8_t *records = headers_bytes(&i->elf->file->headers, h);

    if (h->size % RECORD_BYTES != 0 || records == NULL) {
        return h->size == 0 ? 0
                            : fail(s, "section %s: its size, %" PRIu64 ", isn't that of whole records",
                                   h->name, h->size);
    }
    for (uint64_t at = 0; at < h->size; at += RECORD_BYTES) {
        if (read_site(s, i, records + at) != 0) {
            return -1;
        }
    }
    return 0;
}

int sites_read(struct sites *s, const struct spoor_elf *e, const uint8_t *binary, size_t size, uint64_t base)
{
    const struct elf_headers *h = &e->file->headers;
    struct image i = {e, e->file->bytes, e->file->size, binary != NULL, base};

    *s = (struct sites){.count = 0};
    if (binary != NULL) {
        i.bytes = binary;
        i.size = size;
        i.base = base == UINT64_MAX ? first_address(h) : base;
    }
    for (size_t n = 1; n < h->section_count; n++) {
        bool named = strcmp(h->sections[n].name, "spoor_sites") == 0 ||
                     strcmp(h->sections[n].name, "spoor_sites_loaded") == 0;

        if (named && read_section(s, &i, &h->sections[n]) != 0) {
            return -1;
        }
        if (strcmp(h->sections[n].name, "__patchable_function_entries") == 0 &&
            read_functions(s, &i, &h->sections[n]) != 0) {
            return -1;
        }
    }
    return s->count != 0 ? 0
                         : fail(s, "no sites. Was the program built with CONFIG_TRACE_PATCHED 1, or "
                                   "CONFIG_TRACE_FUNCTION_PATCHED?");
}

void sites_free(struct sites *s)
{
    free(s->list);
    s->list = NULL;
    s->count = 0;
}

const uint8_t *sites_image(const struct spoor_elf *e, size_t *size)
{
    *size = e->file->size;
    return e->file->bytes;
}

void site_switch(struct site *s, uint8_t *image, bool on)
{
    memcpy(image + s->offset, on ? s->code.on : s->code.off, s->code.bytes);
    s->on = on;
}
