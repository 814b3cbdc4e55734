/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which memory a run reads and writes, with the plugin's argument `memory`: variables, the rest of each
 * section between them, and pages outside the program, which are heap or registers of devices.
 */
#ifndef BARE_REGIONS_H
#define BARE_REGIONS_H

#include <bare/block.h>
#include <bare/qemu_api.h>

struct regions;

/** Accesses to the bytes from `begin` to before `end`. */
struct region {
    uint64_t begin, end;
    uint64_t reads, writes;
};

/** @return NULL if out of memory */
struct regions *regions_open(const struct program *program);

/** Register the accesses of a block that is translated. */
void regions_translate(struct regions *r, struct block *block, struct qemu_plugin_tb *tb);

/** @return the regions that were accessed, by address */
struct region *const *regions_list(struct regions *r, size_t *count);

/** @return whether memory ran out */
bool regions_failed(const struct regions *r);

#endif
