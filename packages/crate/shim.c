/* SPDX-License-Identifier: BSD-2-Clause */
/* What Rust can't call because it is a macro. */
#include "spoor.h"

const char *spoor_rust_init(void);
const char *spoor_rust_init(void)
{
    return spoor_init(SPOOR_RUST_LINK);
}
