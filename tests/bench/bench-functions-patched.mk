# SPDX-License-Identifier: BSD-2-Clause
# The cost of an instrumented function whose hooks are switched off by their instructions.
CORE                    := arch
NEEDS                   := ram16k
PARTS                   := test
include conf/small.mk
CONFIG                  += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=4 TRACE_PATCHED=1 TRACE_PATCHED_ON=0
SRCS                    := functions.c calls.c
FUNCTIONS               := tests/bench/calls.c
FUNCTIONS_EXCLUDE_NAMED := plain
TIMEOUT                 := 60
