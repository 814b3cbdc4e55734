# SPDX-License-Identifier: BSD-2-Clause
# Stacks from an interrupt at each instruction of functions with frames of all kinds.
PARTS   := test
CONF    := stacks
SRCS    := ../bench-masked/sweep.c ../bench-masked/unwound.c
NEEDS   := timers counter32
TIMEOUT := 60
