/* SPDX-License-Identifier: BSD-2-Clause */
/* A source file of a tracing format, like Zephyr's tracing_user.c. It includes its own header first, which
 * includes the kernel's. */
#include <zephyr/tracing/tracing_format.h>

void standin_format(void);
void standin_format(void)
{
}
