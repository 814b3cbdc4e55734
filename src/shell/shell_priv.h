/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the running and the reading of lines. */
#ifndef SHELL_PRIV_H
#define SHELL_PRIV_H

#include <spoor/shell/shell.h>

/* A line typed begins: Ctrl-C hasn't been typed since. */
void spoor_shell_stop_begin(void);

#endif
