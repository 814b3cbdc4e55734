/* SPDX-License-Identifier: BSD-2-Clause */
/* The unwinder of architectures that don't have one. */
#include "unwind_none.h"
