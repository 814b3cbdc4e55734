/* SPDX-License-Identifier: BSD-2-Clause */
/* The unwinder of products without CONFIG_TRACE_STACKS, and of cores other than M-profile. */
#include <spoor/port/unwind.h>

#ifdef SPOOR_UNWIND_GENERIC
#include "../generic/unwind_none.h"
#endif
