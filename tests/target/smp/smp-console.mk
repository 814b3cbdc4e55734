# SPDX-License-Identifier: BSD-2-Clause
# One CPU prints results while the others print comments. A torn line would lose a result.
CORE     := arch
NEEDS    := smp
SRCS     := chatter.c
RUN_MODE := real
TIMEOUT  := 60
