/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For C++: functions that take any argument of a macro. One form takes scalars by value, since a reference
 * would need the definition of a static member, and none binds to a volatile bit-field. The other takes
 * objects by reference, since they may have no copy, as std::atomic.
 *
 *     template <typename T> typename spoor_if_scalar<T, int>::type f(T a);
 *     template <typename T> typename spoor_if_object<T, int>::type f(T &&a);
 */
#ifndef SPOOR_UTIL_ARGUMENT_H
#define SPOOR_UTIL_ARGUMENT_H

#ifdef __cplusplus

extern "C++" {
/** A type without reference and qualifiers, and whether it is a class or union. */
template <typename T> struct spoor_type {
    typedef T plain;
    enum { is_object = __is_class(T) || __is_union(T) };
};
template <typename T> struct spoor_type<T &> : spoor_type<T> {
};
template <typename T> struct spoor_type<const T> : spoor_type<T> {
};
template <typename T> struct spoor_type<volatile T> : spoor_type<T> {
};
template <typename T> struct spoor_type<const volatile T> : spoor_type<T> {
};

/** `type` is R if T is an object, otherwise there is none. */
template <typename T, typename R, bool is_object = spoor_type<T>::is_object> struct spoor_if_object {
};
template <typename T, typename R> struct spoor_if_object<T, R, true> {
    typedef R type;
};

/** `type` is R if T is no object, otherwise there is none. */
template <typename T, typename R, bool is_object = spoor_type<T>::is_object> struct spoor_if_scalar {
};
template <typename T, typename R> struct spoor_if_scalar<T, R, false> {
    typedef R type;
};
}

#endif
#endif
