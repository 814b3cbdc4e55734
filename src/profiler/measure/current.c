/* SPDX-License-Identifier: BSD-2-Clause */
/* Which context runs on each CPU; the hooks keep it. */
#include <profiler/hooks.h>

__attribute__((used)) struct trace_context *trace_current[CONFIG_CPUS]; /* by assembly, too */
