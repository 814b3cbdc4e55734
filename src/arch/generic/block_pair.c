/* SPDX-License-Identifier: BSD-2-Clause */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include "block_pair_c.h"

#endif
