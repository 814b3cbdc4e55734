/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the shell's loop and its console functions. */
#ifndef SHELL_PRIV_H
#define SHELL_PRIV_H

#include <spoor/shell/shell.h>

/* Begin to run a typed line: clear the state of an earlier Ctrl-C. */
void spoor_shell_stop_begin(void);

#endif
