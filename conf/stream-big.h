/* SPDX-License-Identifier: BSD-2-Clause */
/* Streaming from boot, with rings that hold all of a burst. */
#define CONFIG_TRACE_RING_BYTES 262144
#include "stream.h"
