/* SPDX-License-Identifier: BSD-2-Clause */
/* An open ELF file together with the meaning of its IDs. */
#ifndef ELF_OPENED_H
#define ELF_OPENED_H

#include <elf/file.h>
#include <elf/elf.h>

/** Memory that is freed when the ELF file is closed. */
struct kept {
    struct kept *next;
    _Alignas(16) uint8_t bytes[];
};

struct spoor_elf {
    struct elf_file *file;
    struct elf_file *code; /**< the file with the code, if it is another one; or NULL */
    char *name;            /**< name for messages */
    struct spoor_id ids[SPOOR_WIRE_IDS];
    unsigned id_count; /**< includes the IDs from SPOOR_WIRE_IDS on */
    struct {
        uint32_t address, bytes; /**< of the array, and of an element */
        unsigned count;          /**< elements that have an ID; 0: the program has no events */
    } events;                    /**< the array trace_events */
    struct kept *kept;
    char wrong[80];
    struct spoor_wire_priority_range priorities; /**< both equal: the program declares no range */
    const char *planned;                         /**< name of the event whose fields are being planned, for
                                                  * messages */
    char field_error[240]; /**< message about the first error in the text of a field, or empty */
};

/** Set the fields and words of an ID from the text of its descriptor. An ID whose text is invalid loses its
 * class; an event that lacks the fields for its role loses the role. */
void plan_fields(struct spoor_elf *e, struct spoor_id *id, const char *text);

void plan_free(struct spoor_elf *e);

#endif
