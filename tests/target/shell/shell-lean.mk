# SPDX-License-Identifier: BSD-2-Clause
# Commands in an image without the optional parts of the events.
PARTS   := test shell commands
include conf/lean.mk
SRCS    := capture.c lean.c
NEEDS   := ram32k
TIMEOUT := 60
