# SPDX-License-Identifier: BSD-2-Clause
# Functions of two threads and an interrupt, streamed without switches: each record has its context.
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_FUNCTION=1
SRCS      := alone.c layers.c
FUNCTIONS := tests/target/stream/layers.c
NEEDS     := ram32k
TRACE     := link
TIMEOUT   := 60
