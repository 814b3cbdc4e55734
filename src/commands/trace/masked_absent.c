/* SPDX-License-Identifier: BSD-2-Clause */
/* Without CONFIG_TRACE_MASKED the command reports the setting that adds it. */
#include <spoor/config.h>

#if CONFIG_TRACE && !CONFIG_TRACE_MASKED && CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>

SPOOR_SHELL_COMMAND_ABSENT("trace_masked", "TRACE_MASKED=1", "masked-shell");

#endif
