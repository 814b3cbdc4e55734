# SPDX-License-Identifier: BSD-2-Clause
# The demo with an RTT link (docs/links.md); run by tests/host/tool/links.check.
PARTS  := shell commands
CONFIG := TRACE_EVENTS=1 TRACE_LINK_RTT=1 TRACE_LINK_BYTES=65536
SRCS   := src/apps/demo/*.c
NEEDS  := ram32k bigram uart2
