/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing. */
#define CONFIG_TRACE_EVENTS 1
#include "default.h"
