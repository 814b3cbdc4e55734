# SPDX-License-Identifier: BSD-2-Clause
# Streaming from boot over resets: what each left comes first, as a recording of its own.
PARTS   := test
CONF    := stream
SRCS    := recordings.c
TRACE   := link
TIMEOUT := 60
