# SPDX-License-Identifier: BSD-2-Clause
# Floating-point registers are private to each thread and interrupt. Uses the demo's settings, to
# share its objects.
include conf/fast-tick.mk
CONFIG  += ISR_STACK_BYTES=4096 TRACE_HISTOGRAM=1
CORE    := 1
PARTS   := test
SRCS    := fpu.c
NEEDS   := fpu timers
TIMEOUT := 60
