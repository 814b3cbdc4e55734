# SPDX-License-Identifier: BSD-2-Clause
# The image functions-kernel, traced by first instructions.
PARTS     := test
include conf/functions.mk
CONFIG    += TRACE_FUNCTION_PATCHED=200 TRACE_PATCHED=2
SRCS      := patched_all.c kernel.c
FUNCTIONS := src/kernel src/services src/drivers platform tests/target/functions/kernel.c
NEEDS     := ram32k ramcode patchable
TIMEOUT   := 60
