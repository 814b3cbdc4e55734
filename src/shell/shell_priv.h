/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What running a line and reading lines share.
 */
#ifndef SHELL_PRIV_H
#define SHELL_PRIV_H

#include <shell/shell.h>

/* Say that a line was too long and wasn't run. Returns -E2BIG. */
int shell_refuse_long_line(void);

#endif
