# SPDX-License-Identifier: BSD-2-Clause
# Samples: measured shares of a program whose shares are known.
CORE    := arch
NEEDS   := stacks ram16k timers
PARTS   := test
include conf/small.mk
CONFIG  += TRACE_SAMPLES=1
SRCS    := shares.c work.c
TIMEOUT := 60
