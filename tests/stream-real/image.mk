# SPDX-License-Identifier: BSD-2-Clause
# CPUs that really run at the same time wake each other's threads while all is streamed.
PARTS    := test
CONF     := stream-big
SRCS     := wakes.c
NEEDS    := smp
RUN_MODE := real
TRACE    := link
TIMEOUT  := 120
