# SPDX-License-Identifier: BSD-2-Clause
# How long function tracing masks interrupts.
PARTS     := test
include conf/functions.mk
SRCS      := sweep.c masked_fill.c masked_functions.c calls.c
FUNCTIONS := tests/bench/calls.c
NEEDS     := timers sweeps counter32 masksweep
TIMEOUT   := 60
