/* SPDX-License-Identifier: BSD-2-Clause */
/* Inflates sections with zlib, where the build has it. */
#include <limits.h>
#include <stdlib.h>
#include <elf/inflate.h>

#ifdef HAVE_ZLIB
#include <zlib.h>

/* One byte of input gives at most this number of bytes: zlib's algorithm reaches 1032. */
#define RATIO_MAX 1040

bool inflate_can(void)
{
    return true;
}

uint8_t *inflate_section(const uint8_t *from, size_t size, uint64_t bytes)
{
    uint8_t *to = bytes != 0 && bytes / RATIO_MAX <= size && bytes < ULONG_MAX && size < ULONG_MAX
                      ? malloc((size_t)bytes)
                      : NULL;
    uLongf room = (uLongf)bytes;

    if (to != NULL && (uncompress(to, &room, from, (uLong)size) != Z_OK || room != bytes)) {
        free(to);
        to = NULL;
    }
    return to;
}

#else

bool inflate_can(void)
{
    return false;
}

uint8_t *inflate_section(const uint8_t *from, size_t size, uint64_t bytes)
{
    (void)from;
    (void)size;
    (void)bytes;
    return NULL;
}

#endif
