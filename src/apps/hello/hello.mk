# SPDX-License-Identifier: BSD-2-Clause
# A minimal image with a shell and events.
CORE     := arch
PARTS    := shell commands
CONFIG   := TRACE_EVENTS=1
SRCS     := hello.c
DIALOGUE := hello.dialogue.py
TRACE    := link
NEEDS    := ram16k
