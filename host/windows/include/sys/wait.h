/* SPDX-License-Identifier: BSD-2-Clause */
/* The status of a process is its exit code. A process isn't ended by signals. */
#ifndef WINDOWS_WAIT_H
#define WINDOWS_WAIT_H

#define WIFSIGNALED(status) 0
#define WTERMSIG(status)    ((void)(status), 0)
#define WEXITSTATUS(status) (status)
#define strsignal(number)   ((void)(number), "")

#endif
