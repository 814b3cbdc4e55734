/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions so small that nearly all of their cost is that of tracing. */
#include <spoor/function.h>
#include "calls.h"

#define ONE_OF_ITS_OWN __attribute__((noinline, noclone, noipa))

ONE_OF_ITS_OWN uint32_t traced(uint32_t x)
{
    return x + 1;
}

ONE_OF_ITS_OWN TRACE_NO_INST_FUNC uint32_t plain(uint32_t x)
{
    return x + 1;
}
