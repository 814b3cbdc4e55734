/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads debugging information entries. */
#include <elf/dwarf/entries.h>

static uint64_t skipped(const struct skip *s, const struct encoding *e)
{
    unsigned reference = e->version <= 2 ? e->address_bytes : e->offset_bytes;

    return s->bytes + (uint64_t)s->addresses * e->address_bytes + (uint64_t)s->offsets * e->offset_bytes +
           (uint64_t)s->references * reference;
}

bool entry_read(const struct debug *d, const struct unit *u, size_t offset, struct entry *e)
{
    const uint8_t *info = d->sections[DEBUG_INFO].bytes;
    struct cursor c = {info + offset, info + u->end, false};
    uint64_t code = cursor_uleb(&c);

    e->unit = u;
    e->offset = offset;
    e->present = 0;
    e->abbreviation = code != 0 ? abbreviations_find(u->abbreviations, code) : NULL;
    if (c.failed || (code != 0 && e->abbreviation == NULL)) {
        return false;
    }
    for (size_t n = 0; code != 0 && n < e->abbreviation->step_count; n++) {
        const struct step *s = &u->abbreviations->steps[e->abbreviation->first_step + n];
        struct value other;

        if (s->form == 0) {
            cursor_skip(&c, skipped(&s->skip, &u->encoding));
        } else if (!form_take(&c, &u->encoding, s->form, s->constant,
                              s->kind != VALUES ? &e->values[s->kind] : &other)) {
            return false;
        } else if (s->kind != VALUES) {
            e->present |= UINT32_C(1) << s->kind;
        }
    }
    e->next = (size_t)(c.at - info);
    return !c.failed;
}
