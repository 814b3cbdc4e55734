/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that call each other in a known way; all except tree_plain and tree_no_inst are instrumented.
 *
 *     root ── branch ── leaf (twice)
 *          └─ leaf
 */
#ifndef TREE_H
#define TREE_H

#include <stdint.h>

void tree_root(void);
void tree_branch(void);
void tree_leaf(void);

/** Recurses `depth` times. */
void tree_again(uint32_t depth);

/** Lasts about `us`. */
void tree_lasting(uint32_t us);

/** Calls tree_lasting(inner_us) and lasts about `us` in addition. */
void tree_outer(uint32_t us, uint32_t inner_us);

/** Calls `fn`, and does something after the call. */
void tree_call(void (*fn)(void));

/** Not instrumented: one by its attribute, the other by its name in the image's .mk. */
void tree_no_inst(void);
void tree_plain(void);

/** More functions than the table has entries. */
#define TREE_MANY 40
extern void (*const tree_many[TREE_MANY])(void);

#endif
