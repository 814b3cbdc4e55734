/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How deep stacks are used, from the stores by the stack pointer. A stack is a variable of the program, or
 * the space between variables, and the thread that uses it: several threads may have stacks in one variable,
 * and several may share one, as that of interrupts.
 *
 * Arm's M-profile stores a frame at the entry of exceptions without an instruction. There the stack pointer
 * is followed from block to block. A store through another register isn't seen, unless that is the stack
 * pointer of threads, as in kernels' code that switches threads.
 */
#ifndef BARE_DEPTH_H
#define BARE_DEPTH_H

#include <bare/block.h>
#include <bare/calls.h>
#include <bare/qemu_api.h>

struct depth;

/** What a run has used of a stack. */
struct depth_stack {
    uint64_t begin, end;      /**< of its variable; 0: unknown, or it has several stacks */
    uint64_t lowest, highest; /**< first byte that was stored, and the byte after the last */
    uint64_t thread;          /**< key (threads.h); 0: several, or unknown */
};

/** @param is_m  the program is for Arm's M-profile. @return NULL if out of memory */
struct depth *depth_open(const struct program *program, const struct calls *calls,
                         const struct threads *threads, unsigned cpus, bool is_m);

/** Register the stores of a block that is translated. */
void depth_translate(struct depth *d, struct block *block, const struct block_code *code,
                     struct qemu_plugin_tb *tb);

/** A CPU has executed `done` instructions of a block. */
void depth_ran(struct depth *d, unsigned cpu, const struct block *block, unsigned done);

/** An exception was taken, or has ended: CALLS_TAKEN, CALLS_ENDED. */
void depth_exception(struct depth *d, unsigned cpu, unsigned events);

/** @return the stacks, by address */
const struct depth_stack *depth_stacks(struct depth *d, size_t *count);

/** @return whether memory ran out */
bool depth_failed(const struct depth *d);

#endif
