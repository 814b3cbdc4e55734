/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One lock around newlib functions that share buffers and an errno. Debian's newlib has no retargetable
 * locks.
 */
#include <kernel/errno.h>
#include <kernel/sync.h>
#include "library_priv.h"

static struct mutex lock = MUTEX_INIT(lock);

bool library_lock(void)
{
    bool locks = thread_self() != NULL;

    if (locks) {
        mutex_lock(&lock, WAIT_FOREVER);
        errno_claim();
    }
    return locks;
}

void library_unlock(bool locked)
{
    if (locked) {
        if (lock.depth == 1) {
            errno_release();
        }
        mutex_unlock(&lock);
    }
}
