/* SPDX-License-Identifier: BSD-2-Clause */
/* The words that C and C++ spell differently, so that both can include the public headers. */
#ifndef UTIL_LANGUAGE_H
#define UTIL_LANGUAGE_H

#ifdef __cplusplus
#define EXTERN_C_BEGIN extern "C" {
#define EXTERN_C_END   }
#define NORETURN       [[noreturn]]
#define STATIC_ASSERT  static_assert
#else
#define EXTERN_C_BEGIN
#define EXTERN_C_END
#define NORETURN      _Noreturn
#define STATIC_ASSERT _Static_assert
#endif

#endif
