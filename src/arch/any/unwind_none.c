/* SPDX-License-Identifier: BSD-2-Clause */
/* For products without CONFIG_TRACE_STACKS, and for other cores than the M profile. */
#include <spoor/port/unwind.h>

#ifdef SPOOR_UNWIND_GENERIC
#include "../generic/unwind_none.h"
#endif
