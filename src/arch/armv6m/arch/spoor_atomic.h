/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/atomic.h by masking interrupts, because ARMv6-M has no exclusives. */
#ifndef SPOOR_ARCH_ATOMIC_H
#define SPOOR_ARCH_ATOMIC_H

#include <arch/spoor_atomic_masked.h>

#define SPOOR_TEST_BY_CALL 1 /* ARMv6-M has no CBZ */

#endif
