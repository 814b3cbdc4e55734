/* SPDX-License-Identifier: BSD-2-Clause */
/* A program's ELF file with its names and places, and without its code. */
#ifndef ELF_SLIM_H
#define ELF_SLIM_H

#include <stddef.h>
#include <stdint.h>

/**
 * Copy an ELF file, with zeros for the code and for debug information that no command reads. The copy has the
 * same size and answers the same; compressed it is a fraction.
 *
 * @return the copy, which the caller must free, or NULL without memory
 */
uint8_t *elf_slim(const uint8_t *bytes, size_t size);

#endif
