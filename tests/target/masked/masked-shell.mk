# SPDX-License-Identifier: BSD-2-Clause
# The command trace_masked, with a function that masks interrupts.
PARTS    := shell commands
CONFIG   := TRACE_MASKED=1 TRACE_EVENTS=1
SRCS     := main.c
NEEDS    := ram32k
DIALOGUE := masked.dialogue.py
TIMEOUT  := 60
