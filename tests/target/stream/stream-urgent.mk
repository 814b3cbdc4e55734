# SPDX-License-Identifier: BSD-2-Clause
# A trace daemon whose priority rises while a ring fills.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_DAEMON_URGENT=20
SRCS    := urgent.c
NEEDS   := ram32k
TRACE   := link
TIMEOUT := 60
