# SPDX-License-Identifier: BSD-2-Clause
# The shell on the serial line, with typed input and with noise.
PARTS    := shell commands
SRCS     := terminal.c
DIALOGUE := terminal.dialogue.py
TIMEOUT  := 60
