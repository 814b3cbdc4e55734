/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds symbols of the ELF file by address and by name. The Thumb bit is cleared in addresses of
 * functions. */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <elf/demangle/demangle.h>
#include <elf/file.h>
#include <elf/format.h>

/* @return the end of a section in memory; 0: it isn't loaded, and may begin at address 0, as the code does */
static uint32_t end_of(const struct elf_file *e, uint32_t section)
{
    const struct elf_header *h =
        section < SHN_LORESERVE && section < e->headers.section_count ? &e->headers.sections[section] : NULL;

    return h != NULL && (h->flags & SHF_ALLOC) != 0 ? (uint32_t)(h->address + h->size) : 0;
}

bool symbols_add(struct elf_file *e, const struct elf_header *table)
{
    size_t n = headers_symbols(&e->headers, table);

    if (n == 0) {
        return true;
    }
    struct symbol *grown = realloc(e->symbols, (e->symbol_count + n) * sizeof *grown);

    if (grown == NULL) {
        return false;
    }
    e->symbols = grown;
    for (size_t i = 0; i < n; i++) {
        struct elf_symbol s = headers_symbol(&e->headers, table, i);

        if (s.section == SHN_UNDEF || s.name == NULL || *s.name == 0 || *s.name == '$') {
            continue;
        }
        bool function = s.type == STT_FUNC;
        uint32_t end = end_of(e, s.section);

        e->symbols[e->symbol_count++] = (struct symbol){
            .address = (uint32_t)s.value & (function ? ~UINT32_C(1) : UINT32_MAX),
            .size = (uint32_t)s.size,
            .end = end,
            .name = s.name,
            .readable = function || s.type == STT_OBJECT ? demangle(s.name) : NULL,
            .section = s.section,
            .function = function,
            .sized_object = s.type == STT_OBJECT && s.size > 0 && (end != 0 || s.section >= SHN_LORESERVE),
            .global = s.binding == STB_GLOBAL,
        };
    }
    return true;
}

static bool is_placed(const struct symbol *s)
{
    return s->function || s->sized_object;
}

/* Sort functions and objects first, by address. Of several names for one address, the best is last, because
 * the binary search finds the last. */
static int compare(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;

    if (is_placed(x) != is_placed(y)) {
        return is_placed(x) ? -1 : 1;
    }
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if ((x->size != 0) != (y->size != 0)) {
        return x->size == 0 ? -1 : 1;
    }
    if (x->global != y->global) {
        return y->global ? -1 : 1;
    }
    return -strcmp(x->name, y->name);
}

void symbols_sort(struct elf_file *e)
{
    if (e->symbol_count > 0) {
        sort_stable(e->symbols, e->symbol_count, sizeof *e->symbols, compare);
    }
    while (e->placed_count < e->symbol_count && is_placed(&e->symbols[e->placed_count])) {
        e->placed_count++;
    }
}

void symbols_free(struct elf_file *e)
{
    for (size_t i = 0; i < e->symbol_count; i++) {
        free(e->symbols[i].readable);
    }
    free(e->symbols);
}

/* gcc's link-time optimization renames variables of a file that functions elsewhere use. */
static bool is_named(const struct symbol *s, const char *name)
{
    size_t n = strlen(name);

    return strncmp(s->name, name, n) == 0 && (s->name[n] == 0 || strcmp(s->name + n, ".lto_priv.0") == 0);
}

const struct symbol *symbols_find(const struct elf_file *e, const char *name)
{
    const struct symbol *found = NULL;

    for (size_t i = 0; i < e->symbol_count; i++) {
        if (is_named(&e->symbols[i], name) && (found == NULL || e->symbols[i].global)) {
            found = &e->symbols[i];
        }
    }
    return found;
}

/* @return the last symbol that begins at or before an address, or NULL */
static const struct symbol *symbol_before(const struct elf_file *e, uint32_t address)
{
    size_t low = 0, high = e != NULL ? e->placed_count : 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (e->symbols[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low != 0 ? &e->symbols[low - 1] : NULL;
}

/* A function in assembly may have size 0: it extends to the next symbol, or to the end of its section. */
static bool extends_to(const struct symbol *s, uint32_t address)
{
    return address - s->address < s->size ||
           (s->function && s->size == 0 && (address < s->end || address == s->address));
}

/*
 * If a handler in assembly has no size, the linker gives it that of the weak handler that it replaces,
 * usually a branch to itself. Such a function extends to the next one.
 */
static bool has_size_of_weak(const struct elf_file *e, const struct symbol *s)
{
    const size_t branch_bytes = 4; /* 2 in Thumb */

    return s->function && s->global && s->size <= branch_bytes && s + 1 < e->symbols + e->placed_count &&
           s[1].function && s[1].section == s->section;
}

const char *elf_file_symbol(const struct elf_file *e, uint32_t address, uint32_t *offset)
{
    const struct symbol *s = symbol_before(e, address);

    if (s == NULL) {
        return NULL;
    }
    if (!has_size_of_weak(e, s)) {
        while (!extends_to(s, address) && s != e->symbols && s[-1].address == s->address) {
            s--; /* another name, which may have size 0 */
        }
        if (!extends_to(s, address)) {
            return NULL;
        }
    }
    uint32_t into = address - s->address;

    if (offset != NULL) {
        *offset = s->function && into == 1 ? 0 : into;
    }
    return symbol_text(s);
}

uint32_t elf_file_symbol_size(const struct elf_file *e, uint32_t address)
{
    const struct symbol *s = symbol_before(e, address);

    return s != NULL && s->address == address ? s->size : 0;
}

const char *elf_file_symbol_section(const struct elf_file *e, uint32_t address)
{
    const struct symbol *s = symbol_before(e, address);

    return s != NULL && s->address == address && s->section < e->headers.section_count
               ? e->headers.sections[s->section].name
               : NULL;
}
