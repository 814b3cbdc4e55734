/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a program on the host or the target, by address. Used for imported profiles. */
#include <elf.h>
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <base/file.h>
#include <elf/program.h>

/* @return whether a name is a label of the compiler or assembler rather than a function */
static bool is_label(const char *name)
{
    return name[0] == 0 || name[0] == '$' || name[0] == '.' || strncmp(name, "gcc2_compiled", 13) == 0;
}

static bool is_code(Elf *elf, size_t section)
{
    GElf_Shdr h;
    Elf_Scn *scn = section < SHN_LORESERVE ? elf_getscn(elf, section) : NULL;

    return scn != NULL && gelf_getshdr(scn, &h) != NULL && (h.sh_flags & SHF_EXECINSTR) != 0;
}

static bool add_symbols(struct program *p, Elf_Scn *scn, const GElf_Shdr *h)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    size_t n = data != NULL && h->sh_entsize >= sizeof(Elf32_Sym) ? data->d_size / h->sh_entsize : 0;
    struct program_function *grown = realloc(p->functions, (p->count + n + 1) * sizeof *grown);
    GElf_Ehdr header;

    if (grown == NULL) {
        return false;
    }
    bool thumb = gelf_getehdr(p->elf, &header) != NULL && header.e_machine == EM_ARM;

    p->functions = grown;
    for (size_t i = 0; i < n; i++) {
        GElf_Sym s;
        const char *name;

        if (gelf_getsym(data, (int)i, &s) == NULL || GELF_ST_TYPE(s.st_info) > STT_FUNC ||
            GELF_ST_TYPE(s.st_info) == STT_OBJECT ||
            (name = elf_strptr(p->elf, h->sh_link, s.st_name)) == NULL || is_label(name) ||
            !is_code(p->elf, s.st_shndx)) {
            continue;
        }
        p->functions[p->count++] =
            (struct program_function){.address = thumb ? s.st_value & ~UINT64_C(1) : s.st_value,
                                      .size = s.st_size,
                                      .name = name,
                                      .global = GELF_ST_BIND(s.st_info) != STB_LOCAL};
    }
    return true;
}

/* Sort by address. Of several names for one address, prefer a global one, then one with a size, then one
 * without a leading underscore. */
static int compare(const void *a, const void *b)
{
    const struct program_function *x = a, *y = b;

    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    if (x->global != y->global) {
        return x->global ? -1 : 1;
    }
    if ((x->size != 0) != (y->size != 0)) {
        return x->size != 0 ? -1 : 1;
    }
    if ((x->name[0] == '_') != (y->name[0] == '_')) {
        return x->name[0] != '_' ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

static void sort(struct program *p)
{
    size_t kept = 0;

    if (p->count == 0) {
        return;
    }
    qsort(p->functions, p->count, sizeof *p->functions, compare);
    for (size_t n = 1; n < p->count; n++) {
        if (p->functions[n].address != p->functions[kept].address) {
            p->functions[++kept] = p->functions[n];
        }
    }
    p->count = kept + 1;
}

static bool add_loads(struct program *p)
{
    size_t n = 0;

    if (elf_getphdrnum(p->elf, &n) != 0 || n > p->size) {
        n = 0;
    }
    p->loads = calloc(n + 1, sizeof *p->loads);
    for (size_t i = 0; p->loads != NULL && i < n; i++) {
        GElf_Phdr h;

        if (gelf_getphdr(p->elf, (int)i, &h) != NULL && h.p_type == PT_LOAD) {
            p->loads[p->load_count++] = (struct program_load){h.p_offset, h.p_vaddr, h.p_filesz};
        }
    }
    return p->loads != NULL;
}

static const char *load(struct program *p)
{
    GElf_Ehdr h;
    Elf_Scn *scn = NULL;
    uint32_t wanted = SHT_DYNSYM;

    if (elf_version(EV_CURRENT) == EV_NONE || (p->elf = elf_memory((char *)p->bytes, p->size)) == NULL ||
        elf_kind(p->elf) != ELF_K_ELF || gelf_getehdr(p->elf, &h) == NULL) {
        return "not an ELF file";
    }
    p->bits = h.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    for (unsigned pass = 0; pass < 2; pass++, scn = NULL) { /* a stripped library has only dynamic symbols */
        while ((scn = elf_nextscn(p->elf, scn)) != NULL) {
            GElf_Shdr s;

            if (gelf_getshdr(scn, &s) == NULL) {
                continue;
            }
            wanted = pass == 0 && s.sh_type == SHT_SYMTAB ? SHT_SYMTAB : wanted;
            if (pass == 1 && s.sh_type == wanted && !add_symbols(p, scn, &s)) {
                return strerror(ENOMEM);
            }
        }
    }
    sort(p);
    return add_loads(p) ? NULL : strerror(ENOMEM);
}

struct program *program_open(const char *path, const struct spoor_report *report)
{
    struct program *p = calloc(1, sizeof *p);

    if (p == NULL || (p->bytes = file_map(path, &p->size, report)) == NULL) {
        free(p);
        return NULL;
    }
    const char *wrong = load(p);

    if (wrong != NULL) {
        message_say(report, path, "%s", wrong);
        program_close(p);
        return NULL;
    }
    return p;
}

const struct program_function *program_before(const struct program *p, uint64_t address)
{
    size_t low = 0, high = p->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (p->functions[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low != 0 ? &p->functions[low - 1] : NULL;
}

bool program_address(const struct program *p, uint64_t offset, uint64_t *address)
{
    for (size_t n = 0; n < p->load_count; n++) {
        const struct program_load *l = &p->loads[n];

        if (offset >= l->offset && offset - l->offset < l->size) {
            *address = l->address + (offset - l->offset);
            return true;
        }
    }
    return false;
}

void program_close(struct program *p)
{
    if (p == NULL) {
        return;
    }
    if (p->elf != NULL) {
        elf_end(p->elf);
    }
    file_unmap(p->bytes, p->size);
    free(p->functions);
    free(p->loads);
    free(p);
}
