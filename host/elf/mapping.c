/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/sort.h>
#include <base/vector.h>
#include <elf/format.h>
#include <elf/headers.h>
#include <elf/mapping.h>

/* Names are "$a" or "$a.ANYTHING". */
static enum mapping_isa isa_of(const char *name)
{
    if (name == NULL || name[0] != '$' || name[1] == 0 || (name[2] != 0 && name[2] != '.')) {
        return MAPPING_UNKNOWN;
    }
    return name[1] == 'a' ? MAPPING_A32 : name[1] == 't' ? MAPPING_T32 : MAPPING_UNKNOWN;
}

static bool add_table(struct mapping *m, const struct elf_headers *h, const struct elf_header *table)
{
    for (size_t n = 0; n < headers_symbols(h, table); n++) {
        struct elf_symbol s = headers_symbol(h, table, n);
        enum mapping_isa isa = isa_of(s.name);

        if (isa == MAPPING_UNKNOWN) {
            continue;
        }
        if (!VECTOR_GROW(m->list, m->count)) {
            return false;
        }
        m->list[m->count++] = (struct mapping_mark){s.value, isa};
    }
    return true;
}

static int compare(const void *x, const void *y)
{
    const struct mapping_mark *a = x, *b = y;

    return a->address < b->address ? -1 : a->address > b->address;
}

bool mapping_read(struct mapping *m, const struct program *program)
{
    const struct program *of = program->debug != NULL ? program->debug : program;
    struct elf_headers headers;
    bool ok = true;

    *m = (struct mapping){.list = NULL};
    if (headers_read(&headers, of->bytes, of->size) == NULL && headers.machine == EM_ARM) {
        for (size_t n = 0; ok && n < headers.section_count; n++) {
            ok = headers.sections[n].type != SHT_SYMTAB || add_table(m, &headers, &headers.sections[n]);
        }
    }
    headers_free(&headers);
    if (m->count != 0) {
        sort_stable(m->list, m->count, sizeof *m->list, compare);
    }
    return ok;
}

enum mapping_isa mapping_at(const struct mapping *m, uint64_t address)
{
    size_t low = 0, high = m->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (m->list[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low != 0 ? m->list[low - 1].isa : MAPPING_UNKNOWN;
}
