/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the thread that drains the event rings sleeps. The profiler's port wakes it from the tick, so never
 * inside of the scheduler.
 */
#ifndef KERNEL_DRAIN_H
#define KERNEL_DRAIN_H

#include <stdint.h>

/** Wait until there is something to drain. @return 0, or -ETIMEDOUT. Context: the draining thread. */
int drain_wait(uint32_t timeout_ms);

#endif
