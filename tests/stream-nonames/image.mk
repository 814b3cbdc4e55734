# SPDX-License-Identifier: BSD-2-Clause
# The same streamed without a name on the target: the host has them from the ELF file.
PARTS     := test
CONF      := stream-nonames
SRCS      := ../stream/stream.c
TRACE     := link
TIMEOUT   := 60
ELF_CHECK := check-unloaded
