/* SPDX-License-Identifier: BSD-2-Clause */
/* The name that this header had in the tracing of Fiasco. */
#include <spoor/fiasco.h>
