# SPDX-License-Identifier: BSD-2-Clause
# The cost of tracing a function, its two calls included, in instructions.
CORE                    := arch
NEEDS                   := ram16k
PARTS                   := test
CONFIG                  := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=32 TRACE_RING_BYTES=2048 TRACE_RING_SUBBUFS=4
SRCS                    := functions.c calls.c
FUNCTIONS               := tests/bench/calls.c
FUNCTIONS_EXCLUDE_NAMED := plain
TIMEOUT                 := 60
