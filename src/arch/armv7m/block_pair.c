/* SPDX-License-Identifier: BSD-2-Clause */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include "../thumb/block_pair_armv7m.h"

#endif
