/* SPDX-License-Identifier: BSD-2-Clause */
/* An open ELF file: sections, symbols, build ID, debug information. */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <base/source.h>
#include <base/message.h>
#include <elf/headers.h>
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
    uint32_t end; /**< end of its section; 0: it is in none */
    const char *name;
    char *readable; /**< the name as in the source, if it was mangled; it is freed with the symbols */
    uint32_t section;
    bool function, sized_object, global;
};

/** @return the name to show */
static inline const char *symbol_text(const struct symbol *s)
{
    return s->readable != NULL ? s->readable : s->name;
}

struct elf_file {
    struct elf_headers headers;
    struct elf_debug *debug; /**< NULL until a lookup needs the debug information */
    uint8_t *bytes;
    size_t size;
    bool mapped;
    struct elf_section *sections;
    size_t section_count;
    struct symbol *symbols; /**< `placed_count` functions and objects by address, then the rest */
    size_t symbol_count, placed_count;
    const uint8_t *build_id;
    size_t build_id_bytes;
};

static inline uint32_t elf_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/**
 * Find the bytes of the file at an address.
 *
 * @param home  section that contains the address as a reference, or NULL
 * @param room  receives the number of bytes available there
 */
const uint8_t *elf_at(const struct elf_file *e, const struct elf_section *home, uint32_t address,
                      size_t *room);

/** Read `n` words at an address. @return false if the file doesn't contain them */
bool elf_words(const struct elf_file *e, const struct elf_section *home, uint32_t address, uint32_t *words,
               unsigned n);

/** Open an ELF file. @return the file, or NULL after a report. A NULL report is silent. */
struct elf_file *elf_file_open(const char *path, const struct spoor_report *report);

/** Open an ELF file in memory. The bytes are copied. @param name name for messages */
struct elf_file *elf_file_open_memory(const void *bytes, size_t size, const char *name,
                                      const struct spoor_report *report);

void elf_file_close(struct elf_file *e);

/** Sum up the sizes of code and constants, of initialized data and of zeroed data, in bytes. */
void elf_file_sizes(const struct elf_file *e, uint64_t *text, uint64_t *data, uint64_t *bss);

/** @return the name of the function or object at an address, or NULL; see spoor_elf_symbol() */
const char *elf_file_symbol(const struct elf_file *e, uint32_t address, uint32_t *offset);

/** @return the size of the function or object that begins at an address, or 0 */
uint32_t elf_file_symbol_size(const struct elf_file *e, uint32_t address);

/** @return the section of the function or object that begins at an address, or NULL */
const char *elf_file_symbol_section(const struct elf_file *e, uint32_t address);

/** @return the function that defines the static variable at `address`; "" at file scope, NULL if unknown */
const char *elf_file_function_of(struct elf_file *e, uint32_t address);

/** @return the number of locations set; see spoor_elf_source() */
unsigned elf_file_source(struct elf_file *e, uint32_t address, struct spoor_source *list, unsigned most);

/** Find a member of a structure in the debug information, as debug_member(). */
bool elf_file_member(struct elf_file *e, const char *structure, const char *member, uint64_t *offset,
                     uint64_t *size);

void elf_file_close_debug(struct elf_file *e);

/** Add a symbol table. @return false if out of memory */
bool symbols_add(struct elf_file *e, const struct elf_header *table);
void symbols_sort(struct elf_file *e);
void symbols_free(struct elf_file *e);

/** @return the symbol of a name, preferring global symbols, or NULL */
const struct symbol *symbols_find(const struct elf_file *e, const char *name);

#endif
