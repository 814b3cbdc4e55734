/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks with percentiles; a board that is short of RAM says TRACE_HISTOGRAM=0 in its CONFIG. */
#ifndef CONFIG_TRACE_HISTOGRAM
#define CONFIG_TRACE_HISTOGRAM 1
#endif
#include "default.h"
