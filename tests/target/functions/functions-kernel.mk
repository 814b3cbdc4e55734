# SPDX-License-Identifier: BSD-2-Clause
# The whole kernel traced by its functions, the scheduler and interrupt dispatch too.
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=160 TRACE_FUNCTION_DEPTH=16
SRCS      := kernel.c
FUNCTIONS := src/kernel src/services src/drivers platform tests/target/functions/kernel.c
NEEDS     := ram32k
TIMEOUT   := 60
