# SPDX-License-Identifier: BSD-2-Clause
# The demo with events, streamed by commands at its shell.
CORE     := arch
PARTS    := shell commands
CONFIG   := TRACE_EVENTS=1
SRCS     := src/apps/demo/*.c
DIALOGUE := demo-events.dialogue.py
TRACE    := link
NEEDS    := ram32k
TIMEOUT  := 60
