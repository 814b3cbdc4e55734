/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/sort.h>
#include <base/vector.h>
#include <elf/format.h>
#include <elf/headers.h>
#include <elf/objects.h>

static bool add(struct object **list, size_t *count, struct object o)
{
    if (!VECTOR_GROW(*list, *count)) {
        return false;
    }
    (*list)[(*count)++] = o;
    return true;
}

static bool add_table(struct objects *o, const struct elf_headers *h, const struct elf_header *table)
{
    bool ok = true;

    for (size_t n = 0; ok && n < headers_symbols(h, table); n++) {
        struct elf_symbol s = headers_symbol(h, table, n);
        bool is_loaded = s.section < h->section_count && (h->sections[s.section].flags & SHF_ALLOC) != 0;

        if (s.type == STT_OBJECT && s.size != 0 && s.name != NULL && s.name[0] != 0 && is_loaded) {
            ok = add(&o->list, &o->count, (struct object){s.value, s.size, s.name});
        }
    }
    return ok;
}

/* Of several at an address, the largest is first. */
static int compare(const void *x, const void *y)
{
    const struct object *a = x, *b = y;

    if (a->address != b->address) {
        return a->address < b->address ? -1 : 1;
    }
    return (a->size < b->size) - (a->size > b->size);
}

/* Drop objects that begin in another. @return the number of the rest */
static size_t sort(struct object *list, size_t count)
{
    size_t kept = 0;

    if (count != 0) {
        sort_stable(list, count, sizeof *list, compare);
    }
    for (size_t n = 0; n < count; n++) {
        if (kept == 0 || list[n].address - list[kept - 1].address >= list[kept - 1].size) {
            list[kept++] = list[n];
        }
    }
    return kept;
}

bool objects_read(struct objects *o, const struct program *program)
{
    const struct program *of = program->debug != NULL ? program->debug : program;
    struct elf_headers headers;
    bool ok = true;

    *o = (struct objects){.list = NULL};
    if (headers_read(&headers, of->bytes, of->size) == NULL) {
        for (size_t n = 0; ok && n < headers.section_count; n++) {
            const struct elf_header *h = &headers.sections[n];

            if (h->type == SHT_SYMTAB) {
                ok = add_table(o, &headers, h);
            } else if ((h->flags & SHF_ALLOC) != 0 && h->size != 0) {
                ok = add(&o->sections, &o->section_count, (struct object){h->address, h->size, h->name});
            }
        }
    }
    headers_free(&headers);
    o->count = sort(o->list, o->count);
    o->section_count = sort(o->sections, o->section_count);
    return ok;
}

/* @return the number of objects that begin at or before an address */
static size_t before(const struct object *list, size_t count, uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct object *objects_at(const struct object *list, size_t count, uint64_t address)
{
    size_t n = before(list, count, address);

    return n != 0 && address - list[n - 1].address < list[n - 1].size ? &list[n - 1] : NULL;
}

void objects_gap(const struct object *list, size_t count, uint64_t address, uint64_t *begin, uint64_t *end)
{
    size_t n = before(list, count, address);

    *begin = n != 0 ? list[n - 1].address + list[n - 1].size : 0;
    *end = n < count ? list[n].address : UINT64_MAX;
}

void objects_free(struct objects *o)
{
    free(o->list);
    free(o->sections);
    *o = (struct objects){.list = NULL};
}
