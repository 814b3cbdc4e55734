/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that call each other in a known way; all but tree_plain are instrumented.
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

/** Calls itself `depth` times more. */
void tree_again(uint32_t depth);

/** Lasts for some `us`. */
void tree_lasting(uint32_t us);

/** Calls tree_lasting(inner_us) and lasts for some `us` besides. */
void tree_outer(uint32_t us, uint32_t inner_us);

/** Calls `fn`, and something after that. */
void tree_call(void (*fn)(void));

/** Not instrumented: by its attribute, and by its name in the .mk of the image. */
void tree_no_inst(void);
void tree_plain(void);

/** As many functions as can be had. */
#define TREE_MANY 40
extern void (*const tree_many[TREE_MANY])(void);

#endif
