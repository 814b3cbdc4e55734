# SPDX-License-Identifier: BSD-2-Clause
# Commands in an image without the parts of the events that can be left out.
PARTS   := test shell commands
include conf/lean.mk
SRCS    := capture.c lean.c
NEEDS   := ram32k
TIMEOUT := 60
