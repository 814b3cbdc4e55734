/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler left out. */
#define CONFIG_TRACE 0
#include "default.h"
