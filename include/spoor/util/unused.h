/* SPDX-License-Identifier: BSD-2-Clause */
/* For macros that expand to nothing: what only their arguments use is used, as far as compilers warn. */
#ifndef SPOOR_UTIL_UNUSED_H
#define SPOOR_UTIL_UNUSED_H

/** An expression of no value that evaluates none of the arguments. The first one is an int, say 0. */
#define SPOOR_UNUSED(...) ((void)(0 && spoor_unused(__VA_ARGS__)))

static inline int spoor_unused(int none, ...)
{
    return none;
}

#endif
