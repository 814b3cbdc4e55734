/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces context.h if CONFIG_TRACE is 0: a context has no size. */
#ifndef SPOOR_CORE_CONTEXT_OFF_H
#define SPOOR_CORE_CONTEXT_OFF_H

#include <spoor/util/language.h>

SPOOR_EXTERN_CXX struct trace_context {
    char none[0]; /**< in C++ an empty structure would have a size */
};

#endif
