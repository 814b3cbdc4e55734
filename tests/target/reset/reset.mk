# SPDX-License-Identifier: BSD-2-Clause
# The machine is reset again and again: the last run reports the records that each run found of the one before.
CORE    := arch
NEEDS   := ram16k resets
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := reset.c lives.c
TIMEOUT := 60
