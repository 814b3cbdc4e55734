/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The blocks that QEMU has translated: straight runs of instructions. Where a run may end early, the next
 * instruction has a counter of its own; those up to the next such place are executed as often. A block that
 * is translated again, as after QEMU has emptied its cache, keeps its counters.
 */
#ifndef BARE_BLOCK_H
#define BARE_BLOCK_H

#include <bare/ending.h>
#include <elf/program.h>

struct block {
    uint64_t address, next; /**< of its first instruction, and of the instruction after its last */
    uint64_t function;      /**< address of its function; 0: unknown */
    uint64_t hash;
    uint64_t whole, partial;         /**< runs to its end, and instructions of the others */
    uint64_t taken, not_taken;       /**< of a conditional branch */
    uint32_t call_parent, call_node; /**< the last call from its end, and the node of the callee */
    struct ending end;
    enum ending_isa isa;
    uint32_t n;                 /**< instructions */
    uint32_t last;              /**< the last one with a counter */
    uint64_t *counts;           /**< 0 where `counted` is false */
    bool *counted;              /**< instructions with a counter; the first one has one */
    uint32_t *offsets;          /**< of the instructions, from the address */
    struct masking_at *masking; /**< those that mask interrupts, for masked.c … */
    struct sp_at *sp;           /**< what each does to the stack pointer, for depth.c */
    struct access_at *accesses; /**< the memory that each accesses, for regions.c */
    int8_t zero;                /**< register that is 0 if the branch at the end goes one way … */
    bool zero_if_taken;         /**< … for masked.c; -1: none */
    uint32_t masking_count;     /**< … and their number */
};

/** The instructions of a block, during its translation. */
struct block_code {
    uint64_t address;
    unsigned n;
    const uint8_t *bytes[512];
    uint32_t offsets[512];
    uint8_t sizes[512];
};

/** All blocks; empty if all zero. */
struct blocks;

/** @param program  gives functions to blocks. @return NULL if out of memory */
struct blocks *blocks_open(const struct program *program);

/** @return the block of these instructions, or NULL if out of memory */
struct block *blocks_get(struct blocks *b, const struct block_code *code);

/** @return block `n`, or NULL if there are fewer */
struct block *blocks_nth(const struct blocks *b, size_t n);

static inline uint64_t block_at(const struct block *b, unsigned n)
{
    return n < b->n ? b->address + b->offsets[n] : b->next;
}

/** @return how many instructions were executed since the last call, in one run of the block */
unsigned block_settle(struct block *b);

#endif
