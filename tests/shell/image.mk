# SPDX-License-Identifier: BSD-2-Clause
# The shell without a console: words, commands, their output, and the start script, on the target.
CONF    := histogram
PARTS   := test shell commands
SRCS    := $(notdir $(wildcard tests/shell/*.c))
TIMEOUT := 60
