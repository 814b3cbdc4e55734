/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sections of the program that run with interrupts masked, from the instructions that mask and unmask them.
 * Registers aren't visible. A value is known if it is a constant of the block. Otherwise the instruction
 * restores what was saved: values that were read before masking are kept for each thread, by the function
 * that read them. A value that is found in neither way is unknown: a section that it may end isn't counted,
 * and the instruction is listed.
 *
 * Where the hardware masks interrupts itself, at reset and when an exception is taken, no section begins.
 * Returning from an exception brings the state of the interrupted thread back, except in Arm's M-profile,
 * whose masks belong to the CPU.
 */
#ifndef BARE_MASKED_H
#define BARE_MASKED_H

#include <bare/block.h>
#include <bare/calls.h>
#include <bare/vectors.h>

struct masked;

/** Sections that began at an instruction. */
struct masked_place {
    uint64_t begun;   /**< address of the instruction that masked interrupts */
    uint64_t returns; /**< where its function returns to, in the caller; 0: it has none, or it is unknown */
    uint64_t ended;   /**< of the longest: address of the instruction that ended it; 0: the run ended */
    uint64_t count, total, longest; /**< instructions, from the one after `begun` to `ended` */
};

/** Where an instruction's effect wasn't known. */
struct masked_unknown {
    uint64_t address, count;
};

/** @param vectors  those of Arm's M-profile. @return NULL if out of memory */
struct masked *masked_open(const struct program *program, const struct calls *calls, unsigned cpus,
                           const struct vectors *vectors);

/** Find the instructions of a new block that mask interrupts: its `masking`. The sizes of `code` are
 * corrected. */
void masked_translate(struct masked *m, struct block *block, struct block_code *code);

/** A CPU has executed `done` instructions of a block. Must be called before it enters the next one. */
void masked_ran(struct masked *m, unsigned cpu, const struct block *block, unsigned done);

/** A CPU has entered a block after an exception was taken or has ended: CALLS_TAKEN, CALLS_ENDED. */
void masked_exception(struct masked *m, unsigned cpu, unsigned events, const struct block *from,
                      const struct block *to);

/** The run ends: sections that are open are counted, with `ended` 0. */
void masked_end(struct masked *m);

/** @return the sections, by address */
const struct masked_place *masked_places(struct masked *m, size_t *count);

/** @return the instructions that had an unknown effect, by address */
const struct masked_unknown *masked_unknowns(struct masked *m, size_t *count);

/** @return whether memory ran out */
bool masked_failed(const struct masked *m);

#endif
