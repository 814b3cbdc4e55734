# SPDX-License-Identifier: BSD-2-Clause
# Events without any of the optional features that an image with a shell can do without.
CONFIG := TRACE_EVENTS=1 TRACE_ENCODED=0 TRACE_RING_MODES=0 TRACE_SURVIVORS=0 TRACE_FILTERS=0 TRACE_VISITS=0 \
          TRACE_COSTS=0 TRACE_DATA=0 TRACE_NAMED=0 TRACE_RARE_TICKS=0
