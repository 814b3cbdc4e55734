/* SPDX-License-Identifier: BSD-2-Clause */
/* A format's own source, as Zephyr's tracing_user.c: its header comes first, and includes the kernel's. */
#include <zephyr/tracing/tracing_format.h>

void standin_format(void);
void standin_format(void)
{
}
