# SPDX-License-Identifier: BSD-2-Clause
# Stacks and threads: what a stack takes of its thread's stack, and where threads that were switched out are.
CORE    := arch
NEEDS   := stacks ram32k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1
SRCS    := chain.c room.c switched.c
TIMEOUT := 60
