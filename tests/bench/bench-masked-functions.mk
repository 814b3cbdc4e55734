# SPDX-License-Identifier: BSD-2-Clause
# How long function tracing masks interrupts.
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=160 TRACE_FUNCTION_DEPTH=16
SRCS      := sweep.c masked_fill.c masked_functions.c calls.c
FUNCTIONS := tests/bench/calls.c
NEEDS     := timers sweeps counter32 masksweep
TIMEOUT   := 60
