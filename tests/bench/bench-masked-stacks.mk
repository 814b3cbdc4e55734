# SPDX-License-Identifier: BSD-2-Clause
# How long events with stacks mask interrupts.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1
SRCS    := sweep.c masked_fill.c masked_stacks.c
NEEDS   := stacks timers sweeps counter32 masksweep
TIMEOUT := 60
