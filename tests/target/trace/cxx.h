/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of cxx_unit.cc for the C tests. */
#ifndef TESTS_TRACE_CXX_H
#define TESTS_TRACE_CXX_H

#include <stddef.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Visit everything that the unit defines. @return `n` */
int cxx_visit(int n);

/** @return the size of a point, block, event or context in C++ */
size_t cxx_size_of_point(void);
size_t cxx_size_of_block(void);
size_t cxx_size_of_event(void);
size_t cxx_size_of_context(void);

SPOOR_EXTERN_C_END

#endif
