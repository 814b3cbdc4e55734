/* SPDX-License-Identifier: BSD-2-Clause */
/* Which context runs on each CPU; the hooks keep it. */
#include <profiler/hooks.h>

struct trace_context *trace_current[CONFIG_CPUS];
