# SPDX-License-Identifier: BSD-2-Clause
# As stream, without all optional parts: uncompressed sub-buffers, one ring mode, no filters, one client.
PARTS   := test
include conf/lean.mk
CONFIG  += TRACE_STREAM=1 TRACE_SHELL=0 TRACE_SELECTION=0 TRACE_CLIENTS=0 TRACE_LOSSES_BY_ID=0 \
           TRACE_CLEARS=0 TRACE_COPIES=0
SRCS    := load.c stream.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
