/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's ThreadX configuration; TraceX stays enabled alongside Spoor. */
#define TX_ENABLE_EVENT_TRACE
#define TX_ENABLE_STACK_CHECKING
#include "spoor_threadx.h"
