# SPDX-License-Identifier: BSD-2-Clause
# The load of tests/stream, streamed between the console's text on all boards.
PARTS   := test
CONF    := stream-console
SRCS    := ../stream/stream.c
TRACE   := console
TIMEOUT := 60
