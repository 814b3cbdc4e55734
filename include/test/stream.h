/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace link counts for tests, summed over all CPUs. */
#ifndef TEST_STREAM_H
#define TEST_STREAM_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return records lost for lack of room, since the start. Context: any. */
uint32_t test_lost(void);

/** @return records that the daemon has sent. Context: any. */
uint32_t test_sent(void);

SPOOR_EXTERN_C_END

#endif
