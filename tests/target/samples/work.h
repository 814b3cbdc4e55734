/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions with known shares of the time: each loops `turns` times over the same few instructions. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

void work_one(uint32_t turns);
void work_two(uint32_t turns);

/** Runs with interrupts masked. */
void work_masked(uint32_t turns);

/** Called by an interrupt handler. */
void work_handler(uint32_t turns);

/** Calls work_one() through `deep` frames. */
uint32_t work_below(unsigned deep, uint32_t turns);

#endif
