/* SPDX-License-Identifier: BSD-2-Clause */
/* Words that differ between C and C++, so that both can include the public headers. */
#ifndef SPOOR_UTIL_LANGUAGE_H
#define SPOOR_UTIL_LANGUAGE_H

#ifdef __cplusplus
#define SPOOR_EXTERN_C_BEGIN extern "C" {
#define SPOOR_EXTERN_C_END   }
/* For a structure without a size: in extern "C" clang warns that it has one in C++, though it has none. */
#define SPOOR_EXTERN_CXX    extern "C++"
#define SPOOR_NORETURN      [[noreturn]]
#define SPOOR_STATIC_ASSERT static_assert

/*
 * g++ silently ignores the section of a static variable in a template, which would be a point without a row.
 * The name of an instance has its arguments, as in "f() [with T = int]". At file scope it is "top level".
 */
#ifdef __clang__
#define SPOOR_NOT_IN_TEMPLATE static_assert(true, "clang places the variable")
#else
constexpr bool spoor_is_instance(const char *name, unsigned n)
{
    return n > 1 ? spoor_is_instance(name, n / 2) || spoor_is_instance(name + n / 2, n - n / 2)
                 : name[0] == '[' && name[1] == 'w' && name[2] == 'i' && name[3] == 't' && name[4] == 'h';
}
#define SPOOR_NOT_IN_TEMPLATE                                                                                \
    static_assert(!spoor_is_instance(__PRETTY_FUNCTION__, sizeof __PRETTY_FUNCTION__ - 1),                   \
                  "g++ can't place a point, block or event of a template: define it outside, with "          \
                  "TRACE_POINT_DEF(), TRACE_BLOCK_DEF() or TRACE_EVENT_DEF()")
#endif
#else
#define SPOOR_EXTERN_C_BEGIN
#define SPOOR_EXTERN_C_END
#define SPOOR_EXTERN_CXX
#define SPOOR_NORETURN        _Noreturn
#define SPOOR_STATIC_ASSERT   _Static_assert
#define SPOOR_NOT_IN_TEMPLATE _Static_assert(1, "C has no templates")
#endif

#endif
