/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether a mutant is the selected one: what woven sources ask. On a target both are at an address of the
 * RAM. */
#ifndef MUTANT_SELECT_H
#define MUTANT_SELECT_H

#ifdef SPOOR_MUTANT_AT
#define spoor_mutant         (*(volatile unsigned *)SPOOR_MUTANT_AT)
#define spoor_mutant_reached ((volatile unsigned char *)SPOOR_MUTANT_AT + 4)
#else
extern unsigned spoor_mutant;
extern unsigned char *spoor_mutant_reached;
#endif

#define SPOOR_MUTANT(n) __builtin_expect((spoor_mutant_reached[n] = 1, spoor_mutant == (n)), 0)

#endif
