# SPDX-License-Identifier: BSD-2-Clause
# The cost of points, blocks and events that are switched off by their instruction.
CORE    := arch
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_PATCHED=1 TRACE_PATCHED_ON=0
SRCS    := patched.c
TIMEOUT := 60
