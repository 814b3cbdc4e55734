/* SPDX-License-Identifier: BSD-2-Clause */
/* Time that an emulator waited for a CPU of a busy machine: its target stood still meanwhile. */
#ifndef RECORD_STARVED_H
#define RECORD_STARVED_H

#include <stdint.h>
#include <sys/types.h>

/** @return ms that the child's slowest thread was ready to run and didn't; 0 without a child, or where the
 * system doesn't tell */
uint64_t starved_ms(pid_t child);

/** The target's time: this machine's without those waits. Zero before the first call. */
struct target_clock {
    uint64_t now, starved, asked; /**< ms */
};

/** @return the target's time in ms; it never falls. A child that waits for a CPU isn't silent. */
uint64_t target_clock_ms(struct target_clock *c, pid_t child);

#endif
