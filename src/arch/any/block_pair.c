/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Select enter and leave for the core this is compiled for. Used in products, whose build has no notion of
 * an architecture.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#include "../thumb/block_pair_armv6m.h"
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include "../thumb/block_pair_armv7m.h"
#else
#include "../generic/block_pair_c.h"
#endif

#endif
