/* SPDX-License-Identifier: BSD-2-Clause */
/* What an ELF file for Arm says of the processor that it was built for: .ARM.attributes. */
#ifndef ELF_ATTRIBUTES_H
#define ELF_ATTRIBUTES_H

#include <elf/headers.h>

/** @return the profile of the architecture: 'A', 'R' or 'M'; 0 if the file doesn't say, or its architecture
 * has none */
char attributes_profile(const struct elf_headers *h);

/** @return whether the file says that it was built for Armv8-M, or Armv8.1-M */
bool attributes_is_v8m(const struct elf_headers *h);

#endif
