# SPDX-License-Identifier: BSD-2-Clause
# Functions and stacks, streamed: what was emitted is counted and printed, to be compared with what a host decodes.
PARTS     := test
CONF      := stream-functions
SRCS      := stream.c layers.c
FUNCTIONS := tests/stream-functions/layers.c
NEEDS     := ram32k
TRACE     := link
TIMEOUT   := 60
