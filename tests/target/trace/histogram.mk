# SPDX-License-Identifier: BSD-2-Clause
# Blocks with histograms: buckets and percentiles.
PARTS  := test
CONFIG := TRACE_HISTOGRAM=1
SRCS   := histogram.c
