/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files about blocks share. */
#ifndef BLOCK_PRIV_H
#define BLOCK_PRIV_H

#include <stdint.h>

/** How often any block was switched on. */
extern uint32_t trace_block_enables;

#endif
