/* SPDX-License-Identifier: BSD-2-Clause */
/* With event and function tracing, and rings that hold some rounds of it. */
#define CONFIG_TRACE_EVENTS     1
#define CONFIG_TRACE_FUNCTION   1
#define CONFIG_TRACE_RING_BYTES 16384
#include "default.h"
