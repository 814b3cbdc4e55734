/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Weak defaults for the symbols that an image may define. They have their own file so that the compiler can't
 * inline them.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stddef.h>
#include <spoor/shell/shell.h>

__attribute__((weak)) const char *const spoor_shell_start_script[] = {NULL};
__attribute__((weak)) const char *const spoor_shell_prompt = "spoor> ";

#endif
