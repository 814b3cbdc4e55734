# SPDX-License-Identifier: BSD-2-Clause
# The demo's work, streamed, with a record for each visit of every block and point: what is decoded must agree with the
# statistics that the target keeps of the same visits.
PARTS   := test
CONF    := stream
SRCS    := aggregates.c $(addprefix ../../src/apps/demo/,$(filter-out main.c,$(notdir $(wildcard src/apps/demo/*.c))))
TRACE   := link
NEEDS   := ram32k
TIMEOUT := 60
