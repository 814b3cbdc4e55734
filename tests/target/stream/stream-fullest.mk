# SPDX-License-Identifier: BSD-2-Clause
# Rings of several CPUs that are filled to different levels.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS    := fullest.c
NEEDS   := smp
TRACE   := link
TIMEOUT := 60
