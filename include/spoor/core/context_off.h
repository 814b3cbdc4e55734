/* SPDX-License-Identifier: BSD-2-Clause */
/* context.h with CONFIG_TRACE 0: a context has no size. */
#ifndef SPOOR_CORE_CONTEXT_OFF_H
#define SPOOR_CORE_CONTEXT_OFF_H

struct trace_context {
    char none[0]; /**< in C++ a structure without members would have a size */
};

#endif
