/* SPDX-License-Identifier: BSD-2-Clause */
/* The debug information in the sections of an ELF file, of 32 or 64 bits. Compressed sections are inflated.
 */
#ifndef ELF_DEBUG_SECTIONS_H
#define ELF_DEBUG_SECTIONS_H

#include <elf/dwarf/debug.h>
#include <elf/headers.h>

struct elf_debug;

/**
 * Open the debug information. The file's bytes must stay in place; the headers need not.
 *
 * @param code_at_zero  as for debug_open()
 * @return NULL if out of memory
 */
struct elf_debug *elf_debug_open(const struct elf_headers *headers, bool code_at_zero);

/** @return what finds source lines, or NULL. `d` may be NULL. */
struct debug *elf_debug_of(struct elf_debug *d);

/** `d` may be NULL. */
void elf_debug_close(struct elf_debug *d);

#endif
