/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The target's ELF file: what IDs mean, its build ID, its memory at build time. Leans on libelf; symbols by
 * address are in symbols.c. Nothing in the file is trusted: each address is looked up in the sections.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "elf_priv.h"

static void say(const struct spoor_report *report, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(const struct spoor_report *report, const char *name, const char *format, ...)
{
    char text[512];
    va_list args;
    int n = snprintf(text, sizeof text, "%s: ", name);

    if (report == NULL || report->message == NULL || n < 0 || (size_t)n >= sizeof text) {
        return;
    }
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    report->message(report->arg, text);
}

/* ------------------------------------------------------------------ sections */

static bool add_section(struct spoor_elf *e, Elf_Scn *scn, size_t index)
{
    GElf_Shdr h;

    if (gelf_getshdr(scn, &h) == NULL || h.sh_type == SHT_NOBITS || h.sh_size == 0 || h.sh_offset > e->size ||
        h.sh_size > e->size - h.sh_offset || h.sh_addr > UINT32_MAX) {
        return true;
    }
    struct elf_section *grown = realloc(e->sections, (e->section_count + 1) * sizeof *grown);

    if (grown == NULL) {
        return false;
    }
    e->sections = grown;
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

static bool collect(struct spoor_elf *e)
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

/* ------------------------------------------------------------------ build ID */

static void find_build_id(struct spoor_elf *e)
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

static const char *load(struct spoor_elf *e)
{
    if (elf_version(EV_CURRENT) == EV_NONE) {
        return "libelf is of another time";
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
    return descs_read(e);
}

struct spoor_elf *spoor_elf_open_memory(const void *bytes, size_t size, const char *name,
                                        const struct spoor_report *report)
{
    struct spoor_elf *e = calloc(1, sizeof *e);
    uint8_t *copy = malloc(size + 1);

    if (e == NULL || copy == NULL) {
        free(e);
        free(copy);
        say(report, name, "%s", strerror(ENOMEM));
        return NULL;
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    e->bytes = copy;
    e->size = size;
    const char *wrong = load(e);

    if (wrong != NULL) {
        say(report, name, "%s", wrong);
        spoor_elf_close(e);
        return NULL;
    }
    return e;
}

struct spoor_elf *spoor_elf_open(const char *path, const struct spoor_report *report)
{
    struct stat st;
    FILE *f = fopen(path, "rbe");
    uint8_t *bytes = NULL;
    struct spoor_elf *e = NULL;

    if (f == NULL || fstat(fileno(f), &st) != 0 || (bytes = malloc((size_t)st.st_size + 1)) == NULL) {
        say(report, path, "%s", strerror(errno));
    } else {
        size_t n = fread(bytes, 1, (size_t)st.st_size, f);

        if (ferror(f)) {
            say(report, path, "%s", strerror(errno));
        } else {
            e = spoor_elf_open_memory(bytes, n, path, report);
        }
    }
    free(bytes);
    if (f != NULL) {
        fclose(f);
    }
    return e;
}

void spoor_elf_close(struct spoor_elf *e)
{
    if (e == NULL) {
        return;
    }
    if (e->elf != NULL) {
        elf_end(e->elf);
    }
    symbols_free(e);
    free(e->sections);
    free(e->bytes);
    free(e);
}

const struct spoor_id *spoor_id(const struct spoor_elf *e, unsigned id)
{
    static const struct spoor_id none = {SPOOR_NONE, 0, "", "", "", "", 0, 0};

    return e != NULL && id < WIRE_IDS ? &e->ids[id] : &none;
}

unsigned spoor_ids(const struct spoor_elf *e)
{
    return e != NULL ? e->id_count : 0;
}

const uint8_t *spoor_elf_build_id(const struct spoor_elf *e, size_t *bytes)
{
    *bytes = e != NULL ? e->build_id_bytes : 0;
    return e != NULL ? e->build_id : NULL;
}
