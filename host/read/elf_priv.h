/* SPDX-License-Identifier: BSD-2-Clause */
/* An open ELF file, between elf.c, symbols.c and image.c. */
#ifndef ELF_PRIV_H
#define ELF_PRIV_H

#include <gelf.h>
#include "read.h"

struct elf_section {
    size_t index;
    bool loaded;
    uint32_t type, address;
    uint64_t size;
    const uint8_t *bytes;
};

struct symbol {
    uint32_t address, size;
    const char *name;
    uint32_t section;
    bool function, sized_object, global;
};

struct spoor_elf {
    Elf *elf;
    uint8_t *bytes;
    size_t size;
    struct elf_section *sections;
    size_t section_count;
    struct symbol *symbols; /**< functions and objects first, by address; then the others */
    size_t symbol_count, placed_count;
    const uint8_t *build_id;
    size_t build_id_bytes;
    struct spoor_id ids[WIRE_IDS];
    unsigned id_count;
    char wrong[80];
};

static inline uint32_t elf_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/** What the file has at an address. @param home who refers there, or NULL @param room bytes from there */
const uint8_t *elf_at(const struct spoor_elf *e, const struct elf_section *home, uint32_t address,
                      size_t *room);

/** Read words. @return false when they aren't in the file */
bool elf_words(const struct spoor_elf *e, const struct elf_section *home, uint32_t address, uint32_t *words,
               unsigned n);

/** Fill in the table of IDs. @return what is wrong, or NULL */
const char *descs_read(struct spoor_elf *e);

/** Take a symbol table. @return false without memory */
bool symbols_add(struct spoor_elf *e, Elf_Scn *scn, const GElf_Shdr *h);
void symbols_sort(struct spoor_elf *e);
void symbols_free(struct spoor_elf *e);

/** @return the symbol of that name, global ones first, or NULL */
const struct symbol *symbols_find(const struct spoor_elf *e, const char *name);

#endif
