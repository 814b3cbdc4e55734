/* SPDX-License-Identifier: BSD-2-Clause */
/* An ELF file with the meaning of its IDs. */
#ifndef ELF_OPENED_H
#define ELF_OPENED_H

#include <elf/file.h>
#include <elf/elf.h>

/** A piece of memory that lives as long as the ELF file. */
struct kept {
    struct kept *next;
    _Alignas(16) uint8_t bytes[];
};

struct spoor_elf {
    struct elf_file *file;
    char *name; /**< for messages */
    struct spoor_id ids[SPOOR_WIRE_IDS];
    unsigned id_count; /**< those beyond SPOOR_WIRE_IDS too */
    struct kept *kept;
    char wrong[80];
    struct spoor_wire_priority_range priorities; /**< both equal: not declared */
    const char *planned;                         /**< the event whose fields are planned */
    char slip[240]; /**< a message about the first field whose text is wrong, or empty */
};

/** Plan the fields of an ID by its text; sets words, and removes class or role that the fields don't fit. */
void plan_fields(struct spoor_elf *e, struct spoor_id *id, const char *text);

void plan_free(struct spoor_elf *e);

#endif
