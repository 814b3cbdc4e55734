# SPDX-License-Identifier: BSD-2-Clause
# The command trace_functions: its output for two known functions.
PARTS     := shell commands
CONFIG    := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=160 TRACE_FUNCTION_DEPTH=16
SRCS      := main.c
FUNCTIONS := tests/target/functions/main.c
NEEDS     := ram32k
DIALOGUE  := functions.dialogue.py
TIMEOUT   := 60
