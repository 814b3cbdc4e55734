# SPDX-License-Identifier: BSD-2-Clause
# The command trace_functions: its output for two known functions.
PARTS     := shell commands
include conf/functions.mk
SRCS      := main.c
FUNCTIONS := tests/target/functions/main.c
NEEDS     := ram32k
DIALOGUE  := functions.dialogue.py
TIMEOUT   := 60
