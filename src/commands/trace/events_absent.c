/* SPDX-License-Identifier: BSD-2-Clause */
/* Without CONFIG_TRACE_EVENTS the commands report the setting that adds them. */
#include <spoor/config.h>

#if CONFIG_TRACE && !CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>

SPOOR_SHELL_COMMAND_ABSENT("trace_events", "TRACE_EVENTS=1", "demo-events");
SPOOR_SHELL_COMMAND_ABSENT("trace_stream", "TRACE_EVENTS=1", "demo-events");

#endif
