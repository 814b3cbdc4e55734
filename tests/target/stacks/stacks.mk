# SPDX-License-Identifier: BSD-2-Clause
# Stacks recorded with events, on the target.
CORE    := arch
NEEDS   := stacks ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1
SRCS    := stacks.c chain.c
TIMEOUT := 60
