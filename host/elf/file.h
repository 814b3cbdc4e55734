/* SPDX-License-Identifier: BSD-2-Clause */
/* An open ELF file: sections, symbols, build ID, debug information. */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <gelf.h>
#include <base/source.h>
#include <base/message.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

struct elf_file {
    Elf *elf;
    struct Dwarf *dwarf; /**< opened when a function is first asked for */
    uint8_t *bytes;
    size_t size;
    bool mapped;
    struct elf_section *sections;
    size_t section_count;
    struct symbol *symbols; /**< functions and objects first, by address; then the others */
    size_t symbol_count, placed_count;
    const uint8_t *build_id;
    size_t build_id_bytes;
};

static inline uint32_t elf_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/**
 * The bytes of the file at an address. @param home the section that refers there, or NULL @param room bytes
 * from there
 */
const uint8_t *elf_at(const struct elf_file *e, const struct elf_section *home, uint32_t address,
                      size_t *room);

/** Read words. @return false when they aren't in the file */
bool elf_words(const struct elf_file *e, const struct elf_section *home, uint32_t address, uint32_t *words,
               unsigned n);

/** Open a file. @return it, or NULL after a report. A NULL report is silent. */
struct elf_file *elf_file_open(const char *path, const struct spoor_report *report);

/** The same from memory, which is copied. @param name for messages */
struct elf_file *elf_file_open_memory(const void *bytes, size_t size, const char *name,
                                      const struct spoor_report *report);

void elf_file_close(struct elf_file *e);

/** Sum up the sections that take memory: code and constants; initial values; zeros. In bytes. */
void elf_file_sizes(const struct elf_file *e, uint64_t *text, uint64_t *data, uint64_t *bss);

/** @return the function or object at an address, or NULL; see spoor_elf_symbol() */
const char *elf_file_symbol(const struct elf_file *e, uint32_t address, uint32_t *offset);

/** @return the size of the function or object that begins at an address, or 0 */
uint32_t elf_file_symbol_size(const struct elf_file *e, uint32_t address);

/** @return the function that defines the static variable at `address`; "" for none, NULL when that isn't
 * known */
const char *elf_file_function_of(struct elf_file *e, uint32_t address);

/** @return how many places were set; see spoor_elf_source() */
unsigned elf_file_source(struct elf_file *e, uint32_t address, struct spoor_source *list, unsigned most);
void elf_file_close_debug(struct elf_file *e);

/** Add a symbol table. @return false without memory */
bool symbols_add(struct elf_file *e, Elf_Scn *scn, const GElf_Shdr *h);
void symbols_sort(struct elf_file *e);
void symbols_free(struct elf_file *e);

/** @return the symbol of that name, global ones first, or NULL */
const struct symbol *symbols_find(const struct elf_file *e, const char *name);

#endif
