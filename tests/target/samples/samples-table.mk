# SPDX-License-Identifier: BSD-2-Clause
# Samples without events and stacks, and with a table that is too small.
NEEDS   := timers
PARTS   := test
CONFIG  := TRACE_SAMPLES=1 TRACE_SAMPLE_TABLE=2
SRCS    := full.c work.c
TIMEOUT := 60
