/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of points and blocks in the ELF file alone. */
#define CONFIG_TRACE_NAMES 0
#include "default.h"
