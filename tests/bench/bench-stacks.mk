# SPDX-License-Identifier: BSD-2-Clause
# The cost of a stack with an event, in instructions.
CORE    := arch
NEEDS   := stacks ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1
SRCS    := stacks.c
TIMEOUT := 60
