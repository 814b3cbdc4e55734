/* SPDX-License-Identifier: BSD-2-Clause */
#include "part.h"
#include <string.h>

struct part part_take(struct part *p, uint64_t n)
{
    struct part taken = {p->at, (size_t)n, false};

    if (p->failed || n > p->left) {
        p->failed = true;
        return (struct part){p->at, 0, true};
    }
    p->at += n;
    p->left -= (size_t)n;
    return taken;
}

uint64_t part_number(struct part *p, unsigned bytes)
{
    struct part taken = part_take(p, bytes);
    uint64_t value = 0;

    for (unsigned n = 0; n < taken.left; n++) {
        value |= (uint64_t)taken.at[n] << 8 * n;
    }
    return value;
}

const char *part_text(struct part *p)
{
    const uint8_t *end = p->failed || p->left == 0 ? NULL : memchr(p->at, 0, p->left);
    const char *text = (const char *)p->at;

    (void)part_take(p, end != NULL ? (uint64_t)(end - p->at) + 1 : UINT64_MAX);
    return end != NULL ? text : "";
}
