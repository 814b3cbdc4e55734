/* SPDX-License-Identifier: BSD-2-Clause */
/* The stress test's twin: points that are counted by a plain increment. */
#define CONFIG_TRACE_PLAIN_COUNT 1
#include "stress.h"
