# SPDX-License-Identifier: BSD-2-Clause
# The longest section with interrupts masked, compared with sections of known length.
CORE   := arch
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_MASKED=1
SRCS   := masked.c
