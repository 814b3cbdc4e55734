/* SPDX-License-Identifier: BSD-2-Clause */
/* Select the implementation of spoor/port/atomic.h for the core this is compiled for. */
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__) || defined(SPOOR_SPIN_TAKE) ||                 \
    (defined(__riscv) && !defined(__riscv_atomic))
#include "../../generic/arch/spoor_atomic_masked.h"
#define SPOOR_TEST_BY_CALL 1 /* no CBZ, as in src/arch/armv6m */
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include "../../armv7m/arch/spoor_atomic.h"
#elif defined(__riscv)
#include "../../rv32/arch/spoor_atomic.h"
#else
#include "../../armv7a/arch/spoor_atomic.h"
#endif
