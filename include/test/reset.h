/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests across resets. Runs before the last one execute in an INIT_HOOK and print nothing, so that the
 * harness sees only one plan.
 */
#ifndef TEST_RESET_H
#define TEST_RESET_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Memory that neither a reset nor start-up changes. At power-on its contents are undefined. */
#define TEST_KEPT __attribute__((section(".noinit")))

SPOOR_EXTERN_C_END

#endif
