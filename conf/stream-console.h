/* SPDX-License-Identifier: BSD-2-Clause */
/* With event tracing, streaming from boot over the console. */
#define CONFIG_TRACE_STREAM_CONSOLE 1
#include "stream.h"
