# SPDX-License-Identifier: BSD-2-Clause
# Points, blocks and events whose instructions the program exchanges.
CORE    := arch
NEEDS   := ram16k ramcode timers
PARTS   := test shell commands
CONFIG  := TRACE_EVENTS=1 TRACE_PATCHED=2
SRCS    := patched_live.c
TIMEOUT := 60
