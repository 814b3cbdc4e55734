/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, and stacks recorded with events. */
#define CONFIG_TRACE_EVENTS 1
#define CONFIG_TRACE_STACKS 1
#include "default.h"
