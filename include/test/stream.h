/* SPDX-License-Identifier: BSD-2-Clause */
/* What tests of the trace link count, over all CPUs. */
#ifndef TEST_STREAM_H
#define TEST_STREAM_H

#include <stdint.h>

/** @return records that found no room, since the start. Context: any. */
uint32_t test_lost(void);

/** @return records that the daemon has sent. Context: any. */
uint32_t test_sent(void);

#endif
