/* SPDX-License-Identifier: BSD-2-Clause */
/* Time that an emulator waited for a CPU of a busy machine: its target stood still meanwhile. */
#ifndef RECORD_STARVED_H
#define RECORD_STARVED_H

#include <stdint.h>
#include <sys/types.h>

/** @return ms that the child's slowest thread was ready to run and didn't; 0 without a child, or where the
 * system doesn't tell */
uint64_t starved_ms(pid_t child);

#endif
