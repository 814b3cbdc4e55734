/* SPDX-License-Identifier: BSD-2-Clause */
/* Without CONFIG_TRACE_FUNCTION_TABLE the command reports the settings that add it. */
#include <spoor/config.h>

#if CONFIG_TRACE && !CONFIG_TRACE_FUNCTION_TABLE && CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>

SPOOR_SHELL_COMMAND_ABSENT("trace_functions", "TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=160", "functions-shell");

#endif
