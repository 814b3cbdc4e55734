# SPDX-License-Identifier: BSD-2-Clause
# What points, blocks and the kernel cost, in instructions and bytes; with net time.
PARTS   := test
SRCS    := points.c blocks.c kernel.c
TIMEOUT := 120
