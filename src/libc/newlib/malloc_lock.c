/* SPDX-License-Identifier: BSD-2-Clause */
/* newlib's hooks to make malloc() thread-safe. */
#include <malloc.h>
#include "../library_priv.h"

void __malloc_lock(struct _reent *reent)
{
    (void)reent;
    library_lock_heap();
}

void __malloc_unlock(struct _reent *reent)
{
    (void)reent;
    library_unlock_heap();
}
