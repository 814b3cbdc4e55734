# SPDX-License-Identifier: BSD-2-Clause
# Events without all that settings can leave out.
CONFIG := TRACE_EVENTS=1 TRACE_ENCODED=0 TRACE_RING_MODES=0 TRACE_SURVIVORS=0 TRACE_FILTERS=0 TRACE_VISITS=0 \
          TRACE_COSTS=0 TRACE_DATA=0
