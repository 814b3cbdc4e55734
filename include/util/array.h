/* SPDX-License-Identifier: BSD-2-Clause */
/* The older name of this header in Embox. */
#include <lib/libds/array.h>
