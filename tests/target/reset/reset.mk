# SPDX-License-Identifier: BSD-2-Clause
# The machine is reset again and again: what each life finds in the rings of the one before is told by the last.
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := reset.c lives.c
TIMEOUT := 60
