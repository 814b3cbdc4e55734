# SPDX-License-Identifier: BSD-2-Clause
# The command trace_functions: what it prints of functions of its own.
PARTS     := shell commands
CONF      := functions
SRCS      := main.c
FUNCTIONS := tests/functions-shell
NEEDS     := ram32k
DIALOGUE  := functions.dialogue
TIMEOUT   := 60
