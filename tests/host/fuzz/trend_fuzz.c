/* SPDX-License-Identifier: BSD-2-Clause */
/* Fuzz the reader of histories. A history that is accepted is searched for moves, written, and read and
 * written again: the same text. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trend/moves.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* @return whether a text was accepted */
static bool rewrite(struct bytes *to, const uint8_t *bytes, size_t n)
{
    struct trend h = {.count = 0};
    struct moves m;
    const char *wrong = NULL;
    FILE *f = fmemopen((void *)(uintptr_t)bytes, n, "rb");

    if (f == NULL) {
        abort();
    }
    bool accepted = trend_read(&h, f, &wrong);

    fclose(f);
    if (accepted) {
        if (!moves_find(&m, &h)) {
            abort();
        }
        moves_free(&m);
        trend_write(&h, to);
    } else if (wrong == NULL || *wrong == 0) {
        abort();
    }
    trend_free(&h);
    return accepted;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct bytes once = {.used = 0}, twice = {.used = 0};

    if (n != 0 && rewrite(&once, bytes, n) &&
        (!rewrite(&twice, once.data, once.used) || once.used != twice.used ||
         memcmp(once.data, twice.data, once.used) != 0)) {
        abort();
    }
    bytes_free(&once);
    bytes_free(&twice);
    return 0;
}
