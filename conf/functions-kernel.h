/* SPDX-License-Identifier: BSD-2-Clause */
/* Function tracing of a whole kernel: a table that it fits into. */
#define CONFIG_TRACE_EVENTS         1
#define CONFIG_TRACE_FUNCTION       1
#define CONFIG_TRACE_FUNCTION_TABLE 160
#define CONFIG_TRACE_FUNCTION_DEPTH 16
#include "default.h"
