# SPDX-License-Identifier: BSD-2-Clause
# The demo without the profiler.
PARTS     := shell commands
CONF      := notrace
SRCS      := $(addprefix ../../src/apps/demo/,$(notdir $(wildcard src/apps/demo/*.c)))
DIALOGUE  := demo-off.dialogue
NEEDS     := ram32k
ELF_CHECK := check-notrace
BESIDE    := demo
