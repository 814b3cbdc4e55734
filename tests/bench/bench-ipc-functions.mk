# SPDX-License-Identifier: BSD-2-Clause
# The rounds of bench-ipc, with the functions of IPC traced too.
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_RING_BYTES=16384
SRCS      := ipc.c
FUNCTIONS := src/kernel/ipc.c
NEEDS     := ram32k
TIMEOUT   := 120
