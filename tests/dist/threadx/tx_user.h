/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's ThreadX. */
#include "spoor_threadx.h"
