/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The instruction sets of Arm's code, A32 or T32, by the mapping symbols $a and $t (Arm IHI0044, 5.5.5). The
 * type of a function doesn't tell: the linker's veneers have both.
 */
#ifndef ELF_MAPPING_H
#define ELF_MAPPING_H

#include <elf/program.h>

enum mapping_isa { MAPPING_UNKNOWN, MAPPING_A32, MAPPING_T32 };

struct mapping {
    struct mapping_mark {
        uint64_t address;
        enum mapping_isa isa;
    } * list; /**< by address */
    size_t count;
};

/** Read the mapping symbols of a program, if it has any. @return false if out of memory */
bool mapping_read(struct mapping *m, const struct program *program);

/** @return the instruction set of the code at an address */
enum mapping_isa mapping_at(const struct mapping *m, uint64_t address);

#endif
