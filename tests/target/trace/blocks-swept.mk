# SPDX-License-Identifier: BSD-2-Clause
# Visits to a block interrupted at each instruction by resets, visits and switching of the same
# block.
PARTS   := test
CONFIG  := TRACE_HISTOGRAM=1
SRCS    := tests/bench/sweep.c tests/bench/blocks_swept.c
NEEDS   := timers sweeps masksweep counter32
TIMEOUT := 60
