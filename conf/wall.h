/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks with wall time alone: the cheapest form. */
#define CONFIG_TRACE_NET 0
#include "default.h"
