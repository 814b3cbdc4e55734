/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The headers of an ELF file: 32 or 64 bits, of either byte order. The file is untrusted: what is beyond its
 * end is treated as missing.
 */
#ifndef ELF_HEADERS_H
#define ELF_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_header {
    const char *name; /**< "" if unknown */
    uint32_t type, link;
    uint64_t flags, address, offset, size, entry_bytes;
};

struct elf_headers {
    const uint8_t *bytes;
    size_t size;
    unsigned bits; /**< 32 or 64 */
    bool big_endian;
    uint16_t type, machine;
    struct elf_header *sections; /**< by index; the first is no section */
    size_t section_count;
    uint64_t segments; /**< offset of the program headers */
    size_t segment_count;
};

struct elf_segment {
    uint32_t type;
    uint64_t offset, address, file_bytes;
    uint64_t load; /**< the address of its bytes in flash (LMA) */
};

struct elf_symbol {
    const char *name; /**< NULL if unknown */
    uint64_t value, size;
    uint32_t section; /**< from SHN_LORESERVE on reserved, as that of absolute symbols */
    uint8_t type, binding;
};

/**
 * Read the headers. The bytes must stay in place while the headers are used.
 *
 * @return NULL, or a description of the error; headers_free() must be called in either case
 */
const char *headers_read(struct elf_headers *h, const uint8_t *bytes, size_t size);

void headers_free(struct elf_headers *h);

/** @return the bytes of a section in the file, or NULL if it has none there */
const uint8_t *headers_bytes(const struct elf_headers *h, const struct elf_header *section);

/** @return the number of symbols of a symbol table */
size_t headers_symbols(const struct elf_headers *h, const struct elf_header *table);

/** Get a symbol of a symbol table that has more than `n`. */
struct elf_symbol headers_symbol(const struct elf_headers *h, const struct elf_header *table, size_t n);

/** Get a segment; there are `segment_count`. */
struct elf_segment headers_segment(const struct elf_headers *h, size_t n);

#endif
