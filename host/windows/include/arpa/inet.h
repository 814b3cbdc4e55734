/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of sys/socket.h here. */
#include <sys/socket.h>
