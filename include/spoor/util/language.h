/* SPDX-License-Identifier: BSD-2-Clause */
/* Words that differ between C and C++, so that both can include the public headers. */
#ifndef SPOOR_UTIL_LANGUAGE_H
#define SPOOR_UTIL_LANGUAGE_H

#ifdef __cplusplus
#define SPOOR_EXTERN_C_BEGIN extern "C" {
#define SPOOR_EXTERN_C_END   }
#define SPOOR_NORETURN       [[noreturn]]
#define SPOOR_STATIC_ASSERT  static_assert
#else
#define SPOOR_EXTERN_C_BEGIN
#define SPOOR_EXTERN_C_END
#define SPOOR_NORETURN      _Noreturn
#define SPOOR_STATIC_ASSERT _Static_assert
#endif

#endif
