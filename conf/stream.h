/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, streaming from boot. */
#define CONFIG_TRACE_EVENTS 1
#define CONFIG_TRACE_STREAM 1
#include "default.h"
