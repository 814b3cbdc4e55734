/* SPDX-License-Identifier: BSD-2-Clause */
/* An image without CONFIG_TRACE_SAMPLES. */
#include <spoor/config.h>

#if CONFIG_TRACE && !CONFIG_TRACE_SAMPLES && CONFIG_TRACE_SHELL

#include <spoor/shell/shell.h>

SPOOR_SHELL_COMMAND_ABSENT("trace_samples", "TRACE_SAMPLES=1", "samples-shell");

#endif
