# SPDX-License-Identifier: BSD-2-Clause
# Blocks with histograms: buckets and percentiles.
PARTS   := test
CONF    := histogram
SRCS    := histogram.c
