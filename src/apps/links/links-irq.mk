# SPDX-License-Identifier: BSD-2-Clause
# The demo with another link each (docs/links.md); tests/host/tool/links.check runs them.
PARTS  := shell commands
CONFIG := TRACE_EVENTS=1 TRACE_LINK_IRQ=1
SRCS   := src/apps/demo/*.c
NEEDS  := ram32k bigram uart2
