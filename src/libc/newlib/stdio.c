/* SPDX-License-Identifier: BSD-2-Clause */
/* newlib's part of src/libc/stdio_lock.c. */
#include <errno.h>
#include <reent.h>
#include "../library_priv.h"

/* Formatting into a string doesn't call a wrapped function. */
bool library_is_console(const FILE *file)
{
    (void)file;
    return true;
}

void library_prepare_stdout(void)
{
    static char buffer[LIBRARY_BUFFER_BYTES];
    static bool buffered;

    if (!buffered) {
        buffered = true;
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    }
}

WRAP(void, perror, const char *text)
{
    bool locked = library_lock();

    _impure_ptr->_errno = errno; /* with several CPUs the library's errno isn't this thread's */
    __real_perror(text);
    (void)fflush(stderr);
    library_unlock(locked);
}
