# SPDX-License-Identifier: BSD-2-Clause
# How long interrupts are masked. The sweep that measures this is tested with sections of known
# length.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := sweep.c masked_fill.c masked_known.c masked_points.c masked_events.c masked_ring.c masked_kernel.c
NEEDS   := timers sweeps counter32 masksweep
TIMEOUT := 60
