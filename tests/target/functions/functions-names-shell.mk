# SPDX-License-Identifier: BSD-2-Clause
# The image functions-shell with names of functions.
PARTS     := shell commands
include conf/functions.mk
CONFIG    += TRACE_FUNCTION_NAMES=1
SRCS      := main.c
FUNCTIONS := tests/target/functions/main.c
NEEDS     := names ram32k
DIALOGUE  := functions_names.dialogue.py
TIMEOUT   := 60
