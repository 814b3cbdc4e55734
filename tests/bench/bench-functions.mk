# SPDX-License-Identifier: BSD-2-Clause
# The cost of tracing a function, including its two hook calls, in instructions. Uses the settings
# of tests/target/functions, to share its objects.
CORE                    := arch
NEEDS                   := ram16k
PARTS                   := test
include conf/small.mk
CONFIG                  += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=4
SRCS                    := functions.c calls.c
FUNCTIONS               := tests/bench/calls.c
FUNCTIONS_EXCLUDE_NAMED := plain
TIMEOUT                 := 60
