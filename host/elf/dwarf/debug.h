/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The debug information of a program: DWARF 2 to 5, little-endian. It is untrusted. Lookups read what they
 * need, and keep it: the line table and the functions of a unit are read once. Their time and memory are
 * limited by the size of the sections.
 */
#ifndef ELF_DWARF_DEBUG_H
#define ELF_DWARF_DEBUG_H

#include <base/source.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum debug_section {
    DEBUG_INFO,
    DEBUG_ABBREV,
    DEBUG_LINE,
    DEBUG_STR,
    DEBUG_LINE_STR,
    DEBUG_STR_OFFSETS,
    DEBUG_ADDR,
    DEBUG_RANGES,
    DEBUG_RNGLISTS,
    DEBUG_SECTIONS,
};

/** The bytes of a section; none if the program lacks it. */
struct debug_bytes {
    const uint8_t *bytes;
    size_t size;
};

struct debug;

/**
 * Open debug information. The bytes must stay in place.
 *
 * @param code_at_zero  the program has code at address 0. Without it, ranges from address 0 are ignored: the
 *                      linker leaves those of functions that it dropped there.
 * @return NULL if out of memory
 */
struct debug *debug_open(const struct debug_bytes sections[DEBUG_SECTIONS], bool code_at_zero);

void debug_close(struct debug *d);

/**
 * Find the source location of an address. The innermost function is first. The functions into which it was
 * inlined follow, each with the line of the call. Assembly has a location without a function.
 *
 * @return the number of locations set, at most `most`
 */
unsigned debug_source(struct debug *d, uint64_t address, struct spoor_source *list, unsigned most);

/** Receives a range of addresses and its source line. `file` may be NULL. @return false to end */
typedef bool (*debug_line_fn)(void *arg, uint64_t low, uint64_t high, const char *file, uint32_t line);

/** Pass all ranges to `take`. @return false if it returned false, or if out of memory */
bool debug_lines(struct debug *d, debug_line_fn take, void *arg);

/** @return the function that defines the static variable at `address`; "" at file scope, NULL if unknown */
const char *debug_function_of(struct debug *d, uint64_t address);

/**
 * Find a structure of C by its tag, and a member of it: the first one of that name.
 *
 * @param structure  NULL: one without a tag
 * @param member     NULL: the first that is a structure or union without a name
 * @param offset  of the member in bytes
 * @param size    of the structure in bytes
 * @return false if no unit defines the structure with this member
 */
bool debug_member(const struct debug *d, const char *structure, const char *member, uint64_t *offset,
                  uint64_t *size);

#endif
