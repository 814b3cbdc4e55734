# SPDX-License-Identifier: BSD-2-Clause
# The demo with a polled UART link (docs/links.md); run by tests/host/tool/links.check.
PARTS  := shell commands
CONFIG := TRACE_EVENTS=1
SRCS   := src/apps/demo/*.c
NEEDS  := ram32k bigram uart2
