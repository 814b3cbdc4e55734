/* SPDX-License-Identifier: BSD-2-Clause */
/* An ELF file with the meaning of its IDs. */
#ifndef ELF_PRIV_H
#define ELF_PRIV_H

#include <elf/file.h>
#include "read.h"

struct spoor_elf {
    struct elf_file *file;
    struct spoor_id ids[WIRE_IDS];
    unsigned id_count;
    char wrong[80];
};

#endif
