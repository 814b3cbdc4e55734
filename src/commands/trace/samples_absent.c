/* SPDX-License-Identifier: BSD-2-Clause */
/* Without CONFIG_TRACE_SAMPLES or its table the command reports the setting that adds it. */
#include <spoor/config.h>

#if CONFIG_TRACE && !(CONFIG_TRACE_SAMPLES && CONFIG_TRACE_SAMPLE_TABLE) && CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>

#if CONFIG_TRACE_SAMPLES
SPOOR_SHELL_COMMAND_ABSENT("trace_samples", "TRACE_SAMPLE_TABLE=64", "samples-shell");
#else
SPOOR_SHELL_COMMAND_ABSENT("trace_samples", "TRACE_SAMPLES=1", "samples-shell");
#endif

#endif
