# SPDX-License-Identifier: BSD-2-Clause
# Commands in an image without the optional parts of the events, and without places.
PARTS   := test shell commands
include conf/lean.mk
CONFIG  += SHELL_PLACES=0
SRCS    := capture.c lean.c
NEEDS   := ram32k
TIMEOUT := 60
