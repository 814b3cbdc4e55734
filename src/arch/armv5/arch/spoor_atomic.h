/* SPDX-License-Identifier: BSD-2-Clause */
/* No exclusives here. Bodies of spoor/port/atomic.h. */
#ifndef SPOOR_ARCH_ATOMIC_H
#define SPOOR_ARCH_ATOMIC_H

#include <arch/spoor_atomic_masked.h>

#endif
