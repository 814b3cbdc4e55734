/* SPDX-License-Identifier: BSD-2-Clause */
/* Compressed sections: of the kinds SHF_COMPRESSED and .zdebug. */
#ifndef ELF_INFLATE_H
#define ELF_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** @return whether this program can inflate sections */
bool inflate_can(void);

/** Inflate zlib's format. @return the `bytes` bytes, to be freed, or NULL if the input isn't valid */
uint8_t *inflate_section(const uint8_t *from, size_t size, uint64_t bytes);

#endif
