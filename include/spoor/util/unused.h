/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For macros that expand to nothing: prevents compiler warnings about variables and functions used only in
 * their arguments.
 */
#ifndef SPOOR_UTIL_UNUSED_H
#define SPOOR_UTIL_UNUSED_H

#include <spoor/util/argument.h>

/**
 * An expression without a value that doesn't evaluate its arguments. The first argument must be an int, for
 * example 0.
 */
#ifdef __cplusplus
#define SPOOR_UNUSED(...) ((void)(0 && (spoor_unused(), __VA_ARGS__).none))

/** Takes the arguments, each by an operator. */
struct spoor_unused {
    int none;
};
extern "C++" {
template <typename T> inline typename spoor_if_scalar<T, spoor_unused>::type operator,(spoor_unused u, T)
{
    return u;
}
template <typename T> inline typename spoor_if_object<T, spoor_unused>::type operator,(spoor_unused u, T &&)
{
    return u;
}
}
#else
#define SPOOR_UNUSED(...) ((void)(0 && spoor_unused(__VA_ARGS__)))

static inline int spoor_unused(int none, ...)
{
    return none;
}
#endif

#endif
