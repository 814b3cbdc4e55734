/* SPDX-License-Identifier: BSD-2-Clause */
/* The time that an emulator waited for a CPU of a busy machine, while its target was stopped. */
#ifndef RECORD_STARVED_H
#define RECORD_STARVED_H

#include <stdint.h>
#include <sys/types.h>

/** @return ms that the child's most delayed thread was ready but not running; 0 without a child, or if the
 * system doesn't report it */
uint64_t starved_ms(pid_t child);

/** The target's time: this machine's time without those waits. Must be zero before the first call. */
struct target_clock {
    uint64_t now, starved, asked; /**< ms */
};

/** @return the target's time in ms; it never decreases. A child that waits for a CPU doesn't count as silent.
 */
uint64_t target_clock_ms(struct target_clock *c, pid_t child);

#endif
