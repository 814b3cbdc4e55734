/* SPDX-License-Identifier: BSD-2-Clause */
/* A chain of calls with frames of different shapes: outer, middle, large, inner, then `fn`. */
#ifndef CHAIN_H
#define CHAIN_H

#include <stdint.h>

typedef void (*chain_end)(void);

uint32_t chain_outer(chain_end fn);
uint32_t chain_middle(chain_end fn, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e);
uint32_t chain_large(chain_end fn);
uint32_t chain_inner(chain_end fn);

/** Busy-waits about `us` with an empty frame. If it is interrupted there, its caller must still be found. */
void chain_spin(uint32_t us);

#endif
