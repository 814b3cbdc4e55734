/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For macros that expand to nothing: prevents compiler warnings about variables and functions used only in
 * their arguments.
 */
#ifndef SPOOR_UTIL_UNUSED_H
#define SPOOR_UTIL_UNUSED_H

/**
 * An expression without a value that doesn't evaluate its arguments. The first argument must be an int, for
 * example 0.
 */
#define SPOOR_UNUSED(...) ((void)(0 && spoor_unused(__VA_ARGS__)))

static inline int spoor_unused(int none, ...)
{
    return none;
}

#endif
