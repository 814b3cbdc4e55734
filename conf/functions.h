/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, function tracing, and a table of functions on the target. */
#define CONFIG_TRACE_EVENTS         1
#define CONFIG_TRACE_FUNCTION       1
#define CONFIG_TRACE_FUNCTION_TABLE 32
#include "default.h"
