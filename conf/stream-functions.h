/* SPDX-License-Identifier: BSD-2-Clause */
/* With functions traced, and stacks with events, streaming from boot. */
#define CONFIG_TRACE_EVENTS   1
#define CONFIG_TRACE_STREAM   1
#define CONFIG_TRACE_FUNCTION 1
#define CONFIG_TRACE_STACKS   1
#include "default.h"
