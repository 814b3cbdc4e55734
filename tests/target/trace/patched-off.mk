# SPDX-License-Identifier: BSD-2-Clause
# Points, blocks and events that are switched by instructions, which are off as built.
CORE   := arch
NEEDS  := ram16k
PARTS  := test shell commands
CONFIG := TRACE_EVENTS=1 TRACE_PATCHED=1 TRACE_PATCHED_ON=0
SRCS   := patched.c
