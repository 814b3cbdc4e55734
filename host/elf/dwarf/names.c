/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of entries. That of a clone or of an inlined function is in the entry that it refers to. */
#include <elf/dwarf/entries.h>

/* References from entry to entry before the one that has the name; more are a cycle. */
#define ORIGINS_MAX 16

/* @return the unit that contains an offset of .debug_info, or NULL */
static const struct unit *unit_of(const struct debug *d, uint64_t offset)
{
    size_t low = 0, high = d->unit_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (d->units[middle].offset <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct unit *u = low != 0 ? &d->units[low - 1] : NULL;

    return u != NULL && u->abbreviations != NULL && offset >= u->first_entry && offset < u->end ? u : NULL;
}

const char *entry_name(const struct debug *d, const struct entry *e)
{
    struct entry at = *e;

    for (unsigned n = 0; n <= ORIGINS_MAX; n++) {
        const struct value *name = entry_value(&at, VALUE_NAME);
        const struct value *origin = entry_value(&at, VALUE_ABSTRACT_ORIGIN);
        uint64_t offset;

        if (name != NULL) {
            return value_text(d, &at.unit->encoding, name);
        }
        origin = origin != NULL ? origin : entry_value(&at, VALUE_SPECIFICATION);
        if (origin == NULL || !value_reference(origin, at.unit->offset, &offset)) {
            return NULL;
        }
        const struct unit *u = unit_of(d, offset);

        if (u == NULL || !entry_read(d, u, (size_t)offset, &at) || at.abbreviation == NULL) {
            return NULL;
        }
    }
    return NULL;
}
