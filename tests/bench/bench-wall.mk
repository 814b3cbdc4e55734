# SPDX-License-Identifier: BSD-2-Clause
# The cost of blocks that keep wall time alone.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_NET=0 TRACE_LONG_BLOCKS=0
SRCS    := scoped.c sites.c
TIMEOUT := 60
