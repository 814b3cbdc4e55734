/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions whose shares of the time are known: each turns so many times, the same few instructions a turn.
 */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

void work_one(uint32_t turns);
void work_two(uint32_t turns);

/** With interrupts masked. */
void work_masked(uint32_t turns);

/** For a handler of an interrupt. */
void work_handler(uint32_t turns);

/** Calls work_one(), with `deep` frames between. */
uint32_t work_below(unsigned deep, uint32_t turns);

#endif
