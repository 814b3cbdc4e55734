/* SPDX-License-Identifier: BSD-2-Clause */
/* The name that this header has in Embox. */
#include <spoor/trace.h>
