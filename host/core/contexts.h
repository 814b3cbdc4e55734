/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers that a kernel saved of a thread that doesn't run. */
#ifndef CORE_CONTEXTS_H
#define CORE_CONTEXTS_H

#include <core/threads.h>

/** A register, and where it is in the context. */
struct core_context_part {
    unsigned number;
    uint32_t offset;
    bool stacked;   /**< by the hardware of a Cortex-M: registers of floating point may be before it */
    bool in_thread; /**< the offset is from the thread's structure, not from its SP */
};

#define CORE_CONTEXT_PARTS 40 /* some registers are in two parts */

/** If an interrupt switched from a mode for user code, the SP of that mode is saved apart. */
struct core_context_user {
    uint32_t mask, value; /**< of the status word: equal in that mode; mask 0: there is none */
    uint32_t status, sp;  /**< their offsets: from the thread's SP; `in_thread`: the SP's in its structure */
    bool in_thread;
};

/** The registers that a switch saves on a thread's stack. */
struct core_context_layout {
    struct core_context_part parts[CORE_CONTEXT_PARTS];
    unsigned count, sp;   /**< sp: number of the stack pointer, which isn't among the parts */
    uint32_t bytes;       /**< without what is only there with floating point */
    bool stacked;         /**< the hardware of a Cortex-M stacked a part, the status register among it */
    bool has_exc_return;  /**< a Cortex-M's switch saved EXC_RETURN, which tells of floating point */
    uint32_t exc_return;  /**< its offset */
    bool exc_in_thread;   /**< there is its lowest byte only, in the thread's structure, with s16 to s31 */
    uint32_t float_bytes; /**< are before all parts if the word at the SP isn't 0; 0: there is no such word */
    struct core_context_user user;
    unsigned trapped; /**< parts from here on are only there if the pc is `trap_return`; 0: there are none */
    uint32_t trap_return, trap_bytes; /**< then `trap_bytes` are to be added to the SP */
    uint32_t leaf; /**< function without call frames, in which threads wait after its first instruction, which
                    * has 2 or 4 bytes: it is left out; 0: none */
    uint32_t begins[2]; /**< functions in which threads begin: they have no caller at their first address */
};

/** Add `count` registers from `number` on, which follow each other. */
void core_context_add(struct core_context_layout *l, unsigned number, unsigned count, uint32_t offset,
                      bool stacked);

/** Add such registers that the kernel saved in the thread's structure. */
void core_context_add_in_thread(struct core_context_layout *l, unsigned number, unsigned count,
                                uint32_t offset);

/** Get the registers of a thread that waits. @return NULL, or what is wrong: text for a message */
const char *core_context_read(const struct core_context_layout *l, const struct spoor_memory *m,
                              const struct core_thread *t, struct core_registers *r);

#endif
