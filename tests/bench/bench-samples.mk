# SPDX-License-Identifier: BSD-2-Clause
# The cost of a sample including its interrupt, in instructions.
CORE    := arch
NEEDS   := stacks ram16k timers
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1 TRACE_SAMPLES=1
SRCS    := samples.c
TIMEOUT := 60
