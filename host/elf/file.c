/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sections, symbols and build ID of a target's ELF file. The file is untrusted: every address is checked
 * against the sections.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/file.h>
#include <base/vector.h>
#include <elf/file.h>
#include <elf/format.h>

/* ------------------------------------------------------------------ sections */

static bool add_section(struct elf_file *e, size_t index)
{
    const struct elf_header *h = &e->headers.sections[index];
    const uint8_t *bytes = headers_bytes(&e->headers, h);

    if (bytes == NULL) {
        return true;
    }
    if (!VECTOR_GROW(e->sections, e->section_count)) {
        return false;
    }
    e->sections[e->section_count++] = (struct elf_section){
        .index = index,
        .loaded = (h->flags & SHF_ALLOC) != 0,
        .type = h->type,
        .address = (uint32_t)h->address,
        .size = h->size,
        .bytes = bytes,
    };
    return true;
}

static bool collect(struct elf_file *e)
{
    for (size_t n = 1; n < e->headers.section_count; n++) {
        const struct elf_header *h = &e->headers.sections[n];

        if (!add_section(e, n) || (h->type == SHT_SYMTAB && !symbols_add(e, h))) {
            return false;
        }
    }
    symbols_sort(e);
    return true;
}

void elf_file_sizes(const struct elf_file *e, uint64_t *text, uint64_t *data, uint64_t *bss)
{
    *text = *data = *bss = 0;
    for (size_t n = 1; n < e->headers.section_count; n++) {
        const struct elf_header *h = &e->headers.sections[n];

        if ((h->flags & SHF_ALLOC) != 0) {
            *(h->type == SHT_NOBITS ? bss : (h->flags & SHF_WRITE) != 0 ? data : text) += h->size;
        }
    }
}

/* ------------------------------------------------------------------ build ID */

/* @return whether one of these notes has it */
static bool take_build_id(struct elf_file *e, const uint8_t *notes, uint64_t size)
{
    for (uint64_t at = 0; size - at >= 12;) {
        uint64_t name_bytes = (elf_word(notes + at) + UINT64_C(3)) & ~UINT64_C(3);
        uint64_t bytes = elf_word(notes + at + 4);
        uint32_t type = elf_word(notes + at + 8);
        uint64_t left = size - at - 12;

        if (name_bytes > left || bytes > left - name_bytes) {
            return false;
        }
        if (type == NT_GNU_BUILD_ID && name_bytes == 4 && memcmp(notes + at + 12, "GNU", 4) == 0) {
            e->build_id = notes + at + 12 + name_bytes;
            e->build_id_bytes = bytes;
            return true;
        }
        uint64_t step = 12 + name_bytes + ((bytes + 3) & ~UINT64_C(3));

        if (step > size - at) {
            return false;
        }
        at += step;
    }
    return false;
}

/* A linker script may place the note among other constants. Then the target's own label leads to it. */
static void find_labelled_build_id(struct elf_file *e)
{
    const struct symbol *label = symbols_find(e, "build_id_note");
    size_t room = 0;
    const uint8_t *note = label != NULL ? elf_at(e, NULL, label->address, &room) : NULL;

    if (note != NULL) {
        (void)take_build_id(e, note, room);
    }
}

static void find_build_id(struct elf_file *e)
{
    for (size_t i = 0; i < e->section_count; i++) {
        const struct elf_section *s = &e->sections[i];

        if (s->type == SHT_NOTE && take_build_id(e, s->bytes, s->size)) {
            return;
        }
    }
    find_labelled_build_id(e);
}

/* ------------------------------------------------------------------ opening */

static const char *load(struct elf_file *e)
{
    const char *wrong = headers_read(&e->headers, e->bytes, e->size);

    if (wrong != NULL) {
        return wrong;
    }
    if (e->headers.bits != 32 || e->headers.big_endian) {
        return "not a 32-bit little-endian ELF file";
    }
    if (!collect(e)) {
        return strerror(ENOMEM);
    }
    find_build_id(e);
    return NULL;
}

static struct elf_file *open_bytes(uint8_t *bytes, size_t size, bool mapped, const char *name,
                                   const struct spoor_report *report)
{
    struct elf_file *e = calloc(1, sizeof *e);

    if (e == NULL) {
        message_say(report, name, "%s", strerror(ENOMEM));
        return NULL;
    }
    e->bytes = bytes;
    e->size = size;
    e->mapped = mapped;
    const char *wrong = load(e);

    if (wrong != NULL) {
        message_say(report, name, "%s", wrong);
        e->bytes = NULL;
        elf_file_close(e);
        return NULL;
    }
    return e;
}

struct elf_file *elf_file_open_memory(const void *bytes, size_t size, const char *name,
                                      const struct spoor_report *report)
{
    uint8_t *copy = malloc(size + 1);

    if (copy == NULL) {
        message_say(report, name, "%s", strerror(ENOMEM));
        return NULL;
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    struct elf_file *e = open_bytes(copy, size, false, name, report);

    if (e == NULL) {
        free(copy);
    }
    return e;
}

struct elf_file *elf_file_open(const char *path, const struct spoor_report *report)
{
    size_t size;
    uint8_t *bytes = file_map(path, &size, report);
    struct elf_file *e = bytes != NULL ? open_bytes(bytes, size, true, path, report) : NULL;

    if (e == NULL) {
        file_unmap(bytes, size);
    }
    return e;
}

void elf_file_close(struct elf_file *e)
{
    if (e == NULL) {
        return;
    }
    elf_file_close_debug(e);
    headers_free(&e->headers);
    symbols_free(e);
    free(e->sections);
    if (e->mapped) {
        file_unmap(e->bytes, e->size);
    } else {
        free(e->bytes);
    }
    free(e);
}
