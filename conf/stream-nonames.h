/* SPDX-License-Identifier: BSD-2-Clause */
/* Streaming from boot, with all names in the ELF file alone. */
#define CONFIG_TRACE_EVENTS 1
#define CONFIG_TRACE_STREAM 1
#define CONFIG_TRACE_NAMES  0
#include "default.h"
