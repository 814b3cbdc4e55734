/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an image may give and needn't. Apart from its users, so that the compiler can't take a default for
 * the value.
 */
#include <stddef.h>
#include <shell/shell.h>

__attribute__((weak)) const char *const shell_start_script[] = {NULL};
__attribute__((weak)) const char *const shell_prompt = "spoor> ";
