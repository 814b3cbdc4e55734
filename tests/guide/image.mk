# SPDX-License-Identifier: BSD-2-Clause
# The example of docs/events.md, streamed and decoded.
PARTS := test
CONF  := events
SRCS  := guide.c
TRACE := link
