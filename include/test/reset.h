/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests over resets. The lives before the last one run in an INIT_HOOK and print nothing, so that the harness
 * sees one plan.
 */
#ifndef TEST_RESET_H
#define TEST_RESET_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Memory that neither a reset nor start-up changes; at power-on it may hold anything. */
#define TEST_KEPT __attribute__((section(".noinit")))

SPOOR_EXTERN_C_END

#endif
