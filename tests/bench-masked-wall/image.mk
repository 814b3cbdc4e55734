# SPDX-License-Identifier: BSD-2-Clause
# How long blocks that keep wall time alone mask interrupts.
PARTS := test
CONF  := wall
SRCS  := ../bench-masked/sweep.c ../bench-masked/wall.c
NEEDS := timers counter32
