/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of an event: integers, enumerations, pointers, and in C++ objects that convert to these. They are
 * evaluated once, and floating-point ones are refused. Used by event.h; images don't use this directly.
 */
#ifndef SPOOR_CORE_WORD_H
#define SPOOR_CORE_WORD_H

#include <stdint.h>
#include <spoor/util/argument.h>
#include <spoor/util/language.h>

#define TRACE_WORD_IS_REAL                                                                                   \
    "a word of an event must be an integer: a float would lose its fraction. Scale it, e.g. (int)(1000 * x)"

/* __builtin_classify_type() of these: real_type_class in gcc's typeclass.h. clang uses the same value. */
#define TRACE_CLASS_REAL 8

#ifdef __cplusplus

extern "C++" {
/* Of a variable of static storage or a member the built-in isn't a constant. Of a new value it is. */
template <typename T, bool is_object = spoor_type<T>::is_object> struct spoor_is_real {
    enum { value = __builtin_classify_type(typename spoor_type<T>::plain()) == TRACE_CLASS_REAL };
};
template <typename T> struct spoor_is_real<T, true> {
    enum { value = 0 };
};

template <typename T>
static inline __attribute__((always_inline)) typename spoor_if_scalar<T, uint32_t>::type spoor_word(T a)
{
    static_assert(!spoor_is_real<T>::value, TRACE_WORD_IS_REAL);
    return (uint32_t)(a);
}

/* What an object converts to, if that is one arithmetic type. */
template <typename T> T &&spoor_object();
template <typename T> spoor_is_real<decltype(+spoor_object<T>())> spoor_converts_to(int);
template <typename T> spoor_is_real<int> spoor_converts_to(...);

template <typename T>
static inline __attribute__((always_inline)) typename spoor_if_object<T, uint32_t>::type spoor_word(T &&a)
{
    static_assert(!decltype(spoor_converts_to<T>(0))::value, TRACE_WORD_IS_REAL);
    return (uint32_t)(a);
}
}

#define TRACE_WORD(a) spoor_word(a)

#else

#define TRACE_WORD(a)                                                                                        \
    __extension__({                                                                                          \
        SPOOR_STATIC_ASSERT(__builtin_classify_type(a) != TRACE_CLASS_REAL, TRACE_WORD_IS_REAL);             \
        (uint32_t)(a);                                                                                       \
    })

#endif
#endif
