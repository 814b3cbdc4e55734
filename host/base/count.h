/* SPDX-License-Identifier: BSD-2-Clause */
/* The length of an array. */
#ifndef BASE_COUNT_H
#define BASE_COUNT_H

#define COUNT_OF(a) (sizeof(a) / sizeof(a)[0])

#endif
