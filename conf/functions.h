/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, function tracing, and a table of functions on the target; a ring that leaves room. */
#define CONFIG_TRACE_EVENTS         1
#define CONFIG_TRACE_FUNCTION       1
#define CONFIG_TRACE_FUNCTION_TABLE 32
#define CONFIG_TRACE_RING_BYTES     2048
#define CONFIG_TRACE_RING_PARTS     4
#include "default.h"
