/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sections, symbols and build ID of a target's ELF file, read with libelf. The file is untrusted: every
 * address is checked against the sections.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/file.h>
#include <base/vector.h>
#include <elf/file.h>

/* ------------------------------------------------------------------ sections */

static bool add_section(struct elf_file *e, Elf_Scn *scn, size_t index)
{
    GElf_Shdr h;

    if (gelf_getshdr(scn, &h) == NULL || h.sh_type == SHT_NOBITS || h.sh_size == 0 || h.sh_offset > e->size ||
        h.sh_size > e->size - h.sh_offset || h.sh_addr > UINT32_MAX) {
        return true;
    }
    if (!VECTOR_GROW(e->sections, e->section_count)) {
        return false;
    }
    e->sections[e->section_count++] = (struct elf_section){
        .index = index,
        .loaded = (h.sh_flags & SHF_ALLOC) != 0,
        .type = h.sh_type,
        .address = (uint32_t)h.sh_addr,
        .size = h.sh_size,
        .bytes = e->bytes + h.sh_offset,
    };
    return true;
}

static bool collect(struct elf_file *e)
{
    Elf_Scn *scn = NULL;

    while ((scn = elf_nextscn(e->elf, scn)) != NULL) {
        GElf_Shdr h;

        if (!add_section(e, scn, elf_ndxscn(scn))) {
            return false;
        }
        if (gelf_getshdr(scn, &h) != NULL && h.sh_type == SHT_SYMTAB && !symbols_add(e, scn, &h)) {
            return false;
        }
    }
    symbols_sort(e);
    return true;
}

void elf_file_sizes(const struct elf_file *e, uint64_t *text, uint64_t *data, uint64_t *bss)
{
    Elf_Scn *scn = NULL;

    *text = *data = *bss = 0;
    while ((scn = elf_nextscn(e->elf, scn)) != NULL) {
        GElf_Shdr h;

        if (gelf_getshdr(scn, &h) != NULL && (h.sh_flags & SHF_ALLOC) != 0) {
            *(h.sh_type == SHT_NOBITS ? bss : (h.sh_flags & SHF_WRITE) != 0 ? data : text) += h.sh_size;
        }
    }
}

/* ------------------------------------------------------------------ build ID */

static void find_build_id(struct elf_file *e)
{
    for (size_t i = 0; i < e->section_count; i++) {
        const struct elf_section *s = &e->sections[i];

        for (uint64_t at = 0; s->type == SHT_NOTE && s->size - at >= 12;) {
            uint64_t name_bytes = (elf_word(s->bytes + at) + UINT64_C(3)) & ~UINT64_C(3);
            uint64_t bytes = elf_word(s->bytes + at + 4);
            uint32_t type = elf_word(s->bytes + at + 8);
            uint64_t left = s->size - at - 12;

            if (name_bytes > left || bytes > left - name_bytes) {
                break;
            }
            if (type == NT_GNU_BUILD_ID && name_bytes == 4 && memcmp(s->bytes + at + 12, "GNU", 4) == 0) {
                e->build_id = s->bytes + at + 12 + name_bytes;
                e->build_id_bytes = bytes;
                return;
            }
            uint64_t step = 12 + name_bytes + ((bytes + 3) & ~UINT64_C(3));

            if (step > s->size - at) {
                break;
            }
            at += step;
        }
    }
}

/* ------------------------------------------------------------------ opening */

static const char *load(struct elf_file *e)
{
    if (elf_version(EV_CURRENT) == EV_NONE) {
        return "this libelf is too old for its header";
    }
    e->elf = elf_memory((char *)e->bytes, e->size);
    if (e->elf == NULL || elf_kind(e->elf) != ELF_K_ELF) {
        return "not an ELF file";
    }
    GElf_Ehdr h;

    if (gelf_getehdr(e->elf, &h) == NULL || h.e_ident[EI_CLASS] != ELFCLASS32 ||
        h.e_ident[EI_DATA] != ELFDATA2LSB) {
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
    if (e->elf != NULL) {
        elf_end(e->elf);
    }
    symbols_free(e);
    free(e->sections);
    if (e->mapped) {
        file_unmap(e->bytes, e->size);
    } else {
        free(e->bytes);
    }
    free(e);
}
