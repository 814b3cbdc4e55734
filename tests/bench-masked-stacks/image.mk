# SPDX-License-Identifier: BSD-2-Clause
# How long events with stacks mask interrupts.
PARTS   := test
CONF    := stacks
SRCS    := ../bench-masked/sweep.c ../bench-masked/fill.c ../bench-masked/stacks.c
NEEDS   := timers counter32
TIMEOUT := 60
