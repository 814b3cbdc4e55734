# SPDX-License-Identifier: BSD-2-Clause
# The cost of points, blocks and the kernel, in instructions and bytes; with net time.
CORE    := arch
PARTS   := test
SRCS    := points.c blocks.c kernel.c
TIMEOUT := 120
