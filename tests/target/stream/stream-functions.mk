# SPDX-License-Identifier: BSD-2-Clause
# Functions and stacks, streamed. The emitted records are counted and printed, to be compared with
# the decoded ones.
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_FUNCTION=1 TRACE_STACKS=1
SRCS      := load.c functions.c layers.c
FUNCTIONS := tests/target/stream/layers.c
NEEDS     := stacks ram32k
TRACE     := link
TIMEOUT   := 60
