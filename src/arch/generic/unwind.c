/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures without an unwinder. */
#include "unwind_none.h"
