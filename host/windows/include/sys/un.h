/* SPDX-License-Identifier: BSD-2-Clause */
/* Unix sockets, which Windows 10 has. */
#include <sys/socket.h>
#include <afunix.h>
