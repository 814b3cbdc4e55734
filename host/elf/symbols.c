/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds symbols of the ELF file by address and by name. The Thumb bit is cleared in addresses of
 * functions. */
#include <stdlib.h>
#include <string.h>
#include <elf/file.h>

/* @return the end of a section in memory; 0: it isn't loaded, and may begin at address 0, as the code does */
static uint32_t end_of(const struct elf_file *e, size_t section)
{
    GElf_Shdr h;

    return section < SHN_LORESERVE && gelf_getshdr(elf_getscn(e->elf, section), &h) != NULL &&
                   (h.sh_flags & SHF_ALLOC) != 0
               ? (uint32_t)(h.sh_addr + h.sh_size)
               : 0;
}

bool symbols_add(struct elf_file *e, Elf_Scn *scn, const GElf_Shdr *h)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    size_t n = data != NULL && h->sh_entsize >= sizeof(Elf32_Sym) ? data->d_size / h->sh_entsize : 0;

    if (n == 0 || n > e->size) {
        return true;
    }
    struct symbol *grown = realloc(e->symbols, (e->symbol_count + n) * sizeof *grown);

    if (grown == NULL) {
        return false;
    }
    e->symbols = grown;
    for (size_t i = 0; i < n; i++) {
        GElf_Sym s;
        const char *name;

        if (gelf_getsym(data, (int)i, &s) == NULL || s.st_shndx == SHN_UNDEF ||
            (name = elf_strptr(e->elf, h->sh_link, s.st_name)) == NULL || *name == 0 || *name == '$') {
            continue;
        }
        bool function = GELF_ST_TYPE(s.st_info) == STT_FUNC;
        uint32_t end = end_of(e, s.st_shndx);

        e->symbols[e->symbol_count++] = (struct symbol){
            .address = (uint32_t)s.st_value & (function ? ~UINT32_C(1) : UINT32_MAX),
            .size = (uint32_t)s.st_size,
            .end = end,
            .name = name,
            .section = s.st_shndx,
            .function = function,
            .sized_object = GELF_ST_TYPE(s.st_info) == STT_OBJECT && s.st_size > 0 &&
                            (end != 0 || s.st_shndx >= SHN_LORESERVE),
            .global = GELF_ST_BIND(s.st_info) == STB_GLOBAL,
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
        qsort(e->symbols, e->symbol_count, sizeof *e->symbols, compare);
    }
    while (e->placed_count < e->symbol_count && is_placed(&e->symbols[e->placed_count])) {
        e->placed_count++;
    }
}

void symbols_free(struct elf_file *e)
{
    free(e->symbols);
}

const struct symbol *symbols_find(const struct elf_file *e, const char *name)
{
    const struct symbol *found = NULL;

    for (size_t i = 0; i < e->symbol_count; i++) {
        if (strcmp(e->symbols[i].name, name) == 0 && (found == NULL || e->symbols[i].global)) {
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

const char *elf_file_symbol(const struct elf_file *e, uint32_t address, uint32_t *offset)
{
    const struct symbol *s = symbol_before(e, address);

    /* One that replaced a weak handler has the handler's size, but another symbol there may have size 0. */
    while (s != NULL && s->size != 0 && address - s->address >= s->size && s != e->symbols &&
           s[-1].address == s->address) {
        s--;
    }
    /* A function in assembly may have size 0: it extends to the next symbol, or to the end of its section. */
    if (s == NULL || (address - s->address >= s->size &&
                      !(s->function && s->size == 0 && (address < s->end || address == s->address)))) {
        return NULL;
    }
    uint32_t into = address - s->address;

    if (offset != NULL) {
        *offset = s->function && into == 1 ? 0 : into;
    }
    return s->name;
}

uint32_t elf_file_symbol_size(const struct elf_file *e, uint32_t address)
{
    const struct symbol *s = symbol_before(e, address);

    return s != NULL && s->address == address ? s->size : 0;
}
