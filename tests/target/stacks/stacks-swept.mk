# SPDX-License-Identifier: BSD-2-Clause
# Stacks taken by an interrupt at each instruction of functions with all kinds of frames.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1 TRACE_SAMPLES=1
SRCS    := tests/bench/sweep.c tests/bench/unwound.c
NEEDS   := stacks timers sweeps masksweep counter32
TIMEOUT := 60
