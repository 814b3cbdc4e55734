# SPDX-License-Identifier: BSD-2-Clause
# Events without any of the optional features, in an image without a shell.
include conf/lean.mk
CONFIG += TRACE_SHELL=0 TRACE_BLOCKS=0 TRACE_SELECTION=0 TRACE_CLIENTS=0 TRACE_LOSSES_BY_ID=0 TRACE_CLEARS=0 TRACE_COPIES=0
