/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of the trace link for tests, over all CPUs. */
#ifndef TEST_STREAM_H
#define TEST_STREAM_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return records that found no room, since the start. Context: any. */
uint32_t test_lost(void);

/** @return records that the daemon has sent. Context: any. */
uint32_t test_sent(void);

SPOOR_EXTERN_C_END

#endif
