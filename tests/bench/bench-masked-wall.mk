# SPDX-License-Identifier: BSD-2-Clause
# How long blocks with wall time only mask interrupts.
PARTS  := test
CONFIG := TRACE_NET=0
SRCS   := sweep.c masked_wall.c
NEEDS  := timers sweeps counter32 masksweep
