# SPDX-License-Identifier: BSD-2-Clause
# Names of points and blocks in the ELF file alone: the shell shows IDs, and scripts/trace-names the names.
PARTS     := test shell commands
CONF      := nonames
SRCS      := ../names/names.c
ELF_CHECK := check-nonames
BESIDE    := names
