# SPDX-License-Identifier: BSD-2-Clause
# Names of points and blocks in flash. The image names-off has them only in the ELF file.
NEEDS := ram16k
PARTS := test shell commands
SRCS  := names.c
