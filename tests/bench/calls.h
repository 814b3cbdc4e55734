/* SPDX-License-Identifier: BSD-2-Clause */
/* Two equal functions: one instrumented, one not. */
#ifndef CALLS_H
#define CALLS_H

#include <stdint.h>

uint32_t traced(uint32_t x);
uint32_t plain(uint32_t x);

#endif
