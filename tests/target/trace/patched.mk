# SPDX-License-Identifier: BSD-2-Clause
# Points, blocks and events that are switched by instructions, which are on as built.
CORE   := arch
NEEDS  := ram16k
PARTS  := test shell commands
CONFIG := TRACE_EVENTS=1 TRACE_PATCHED=1
SRCS   := patched.c
