/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions and source lines of a program, and how often each was executed: its coverage. */
#ifndef IMPORT_LINES_H
#define IMPORT_LINES_H

#include <elf/program.h>
#include <profile/profile.h>

struct lines_count {
    uint64_t address, count;
};

/** A conditional branch: how often it was taken, and how often passed. */
struct lines_branch {
    uint64_t address, taken, passed;
};

/**
 * Add the functions and lines of a program to a profile.
 *
 * @param counts    of instructions, by rising address
 * @param branches  conditional branches that were executed
 * @return false if out of memory
 */
bool lines_add(struct profile *p, struct program *program, const struct lines_count *counts, size_t count,
               const struct lines_branch *branches, size_t branch_count);

#endif
