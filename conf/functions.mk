# SPDX-License-Identifier: BSD-2-Clause
# Function tracing, with a table for all functions of an image with a shell.
CONFIG := TRACE_EVENTS=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=160 TRACE_FUNCTION_DEPTH=16
