# SPDX-License-Identifier: BSD-2-Clause
# The shell on the serial line, typed at as a person would and as noise does.
PARTS    := shell commands
SRCS     := terminal.c
DIALOGUE := terminal.dialogue.py
TIMEOUT  := 60
