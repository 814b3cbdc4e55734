/* SPDX-License-Identifier: BSD-2-Clause */
/* Address ranges, sorted by their beginning. */
#include <stdlib.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/dwarf/spans.h>

bool spans_add(struct spans *s, uint64_t low, uint64_t high, uint32_t item)
{
    if (low >= high) {
        return true;
    }
    if (!VECTOR_GROW(s->list, s->count)) {
        return false;
    }
    s->list[s->count] = (struct span){.low = low, .high = high, .item = item, .order = (uint32_t)s->count};
    s->count++;
    return true;
}

/* Of ranges with the same beginning, the best is last: the shortest, and of those the first added. */
static int compare(const void *a, const void *b)
{
    const struct span *x = a, *y = b;

    if (x->low != y->low) {
        return x->low < y->low ? -1 : 1;
    }
    if (x->high != y->high) {
        return x->high > y->high ? -1 : 1;
    }
    return x->order > y->order ? -1 : x->order < y->order;
}

void spans_sort(struct spans *s)
{
    uint64_t reach = 0;

    if (s->count != 0) {
        sort_stable(s->list, s->count, sizeof *s->list, compare);
    }
    for (size_t n = 0; n < s->count; n++) {
        reach = s->list[n].high > reach ? s->list[n].high : reach;
        s->list[n].reach = reach;
    }
}

bool spans_find(const struct spans *s, uint64_t address, uint32_t *item)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->list[middle].low <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low != 0 && s->list[low - 1].reach > address) {
        low--;
        if (s->list[low].high > address) {
            *item = s->list[low].item;
            return true;
        }
    }
    return false;
}

void spans_free(struct spans *s)
{
    free(s->list);
}
