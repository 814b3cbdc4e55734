/* SPDX-License-Identifier: BSD-2-Clause */
/* The history of lines, packed into one buffer of fixed size. Portable. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include <spoor/shell/edit.h>
#include <spoor/util/text.h>

const char *spoor_history_get(const struct spoor_history *h, unsigned n)
{
    size_t at = h->used_bytes;

    /* Each iteration skips one line backwards, including its NUL. */
    for (;;) {
        if (at == 0) {
            return NULL;
        }
        at--;
        while (at > 0 && h->data[at - 1] != '\0') {
            at--;
        }
        if (n-- == 0) {
            return h->data + at;
        }
    }
}

static bool is_blank(const char *line)
{
    while (*line == ' ' || *line == '\t') {
        line++;
    }
    return *line == '\0';
}

void spoor_history_add(struct spoor_history *h, const char *line)
{
    size_t bytes = strlen(line) + 1;
    const char *newest = spoor_history_get(h, 0);

    if (is_blank(line) || bytes > h->capacity_bytes || (newest != NULL && spoor_text_is(newest, line))) {
        return;
    }
    while (h->used_bytes + bytes > h->capacity_bytes) {
        size_t oldest = strlen(h->data) + 1;

        h->used_bytes -= oldest;
        for (size_t i = 0; i < h->used_bytes; i++) {
            h->data[i] = h->data[oldest + i];
        }
    }
    memcpy(h->data + h->used_bytes, line, bytes);
    h->used_bytes += bytes;
}

#endif
