# SPDX-License-Identifier: BSD-2-Clause
# The cost of blocks with wall time only.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_NET=0 TRACE_LONG_BLOCKS=0
SRCS    := scoped.c sites.c
TIMEOUT := 60
