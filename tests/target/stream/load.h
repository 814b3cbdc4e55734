/* SPDX-License-Identifier: BSD-2-Clause */
/* A load for the tests of streaming: a thread on each CPU. */
#ifndef LOAD_H
#define LOAD_H

#include <stdint.h>

/**
 * Call `round` with 0 to `rounds` - 1 in a thread on each CPU, and wait until all have ended.
 *
 * @param pause_ms  sleep after each round; 0: none
 *
 * Context: a test's thread.
 */
void load_run(void (*round)(uint32_t n), uint32_t rounds, uint32_t pause_ms);

#endif
