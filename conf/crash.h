/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, and memory saved at the end. */
#define CONFIG_TRACE_EVENTS     1
#define CONFIG_TRACE_RING_BYTES 2048
#define CONFIG_FAULT_DUMP       1
#include "default.h"
