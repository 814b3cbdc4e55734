# SPDX-License-Identifier: BSD-2-Clause
# The cost of a function that is traced by its first instruction, which is off as built.
CORE      := arch
NEEDS     := ram16k patchable
PARTS     := test
include conf/small.mk
CONFIG    += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=4 TRACE_FUNCTION_PATCHED=8
SRCS      := functions.c calls.c
FUNCTIONS := tests/bench/calls.c
TIMEOUT   := 60
