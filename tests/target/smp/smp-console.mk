# SPDX-License-Identifier: BSD-2-Clause
# One CPU prints results while the others chatter: a torn line would be a result missed.
CORE     := arch
NEEDS    := smp
SRCS     := chatter.c
RUN_MODE := real
TIMEOUT  := 60
