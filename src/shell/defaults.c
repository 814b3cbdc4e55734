/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Defaults for the symbols that an image may define. In a file of their own, so that the compiler can't
 * inline a default.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stddef.h>
#include <spoor/shell/shell.h>

__attribute__((weak)) const char *const spoor_shell_start_script[] = {NULL};
__attribute__((weak)) const char *const spoor_shell_prompt = "spoor> ";

#endif
