# SPDX-License-Identifier: BSD-2-Clause
# Names of points and blocks in flash; the image names-off has them in the ELF file alone.
NEEDS := ram16k
PARTS := test shell commands
SRCS  := names.c
