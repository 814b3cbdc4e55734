# SPDX-License-Identifier: BSD-2-Clause
# As stream, without any name on the target: the host reads the names from the ELF file.
NEEDS     := ram16k
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_NAMES=0
SRCS      := load.c stream.c
TRACE     := link
TIMEOUT   := 60
CHECK_ELF := stream-nonames.check
