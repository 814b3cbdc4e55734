# SPDX-License-Identifier: BSD-2-Clause
# One round of IPC while it is traced, with records kept in the rings or streamed; in instructions.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_RING_BYTES=8192
SRCS    := ipc.c
NEEDS   := ram32k
TIMEOUT := 120
