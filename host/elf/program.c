/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a program on the host or the target, by address. Used for imported profiles. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/file.h>
#include <base/hash.h>
#include <base/sort.h>
#include <elf/debug_sections.h>
#include <elf/format.h>
#include <elf/headers.h>
#include <elf/program.h>

#define PROGRAM_INLINED 16 /* functions that are inlined into each other at one address */

/* @return whether a name is a label of the compiler or assembler rather than a function */
static bool is_label(const char *name)
{
    return name[0] == 0 || name[0] == '$' || name[0] == '.' || strncmp(name, "gcc2_compiled", 13) == 0;
}

static bool is_code(const struct elf_headers *h, uint32_t section)
{
    return section < SHN_LORESERVE && section < h->section_count &&
           (h->sections[section].flags & SHF_EXECINSTR) != 0;
}

static bool add_symbols(struct program *p, const struct elf_headers *h, const struct elf_header *table)
{
    size_t n = headers_symbols(h, table);
    struct program_function *grown = realloc(p->functions, (p->count + n + 1) * sizeof *grown);
    uint64_t thumb = h->machine == EM_ARM ? 1 : 0;

    if (grown == NULL) {
        return false;
    }
    p->functions = grown;
    for (size_t i = 0; i < n; i++) {
        struct elf_symbol s = headers_symbol(h, table, i);

        if ((s.type != STT_NOTYPE && s.type != STT_FUNC) || s.name == NULL || is_label(s.name) ||
            !is_code(h, s.section)) {
            continue;
        }
        p->functions[p->count++] = (struct program_function){.address = s.value & ~thumb,
                                                             .size = s.size,
                                                             .name = s.name,
                                                             .section = h->sections[s.section].name,
                                                             .global = s.binding != STB_LOCAL,
                                                             .thumb = (s.value & thumb) != 0};
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
    sort_stable(p->functions, p->count, sizeof *p->functions, compare);
    for (size_t n = 1; n < p->count; n++) {
        if (p->functions[n].address != p->functions[kept].address) {
            p->functions[++kept] = p->functions[n];
        }
    }
    p->count = kept + 1;
}

static bool add_loads(struct program *p, const struct elf_headers *h)
{
    p->loads = calloc(h->segment_count + 1, sizeof *p->loads);
    for (size_t n = 0; p->loads != NULL && n < h->segment_count; n++) {
        struct elf_segment s = headers_segment(h, n);

        if (s.type == PT_LOAD) {
            p->loads[p->load_count++] = (struct program_load){s.offset, s.address, s.file_bytes};
        }
    }
    return p->loads != NULL;
}

static bool has_section(const struct elf_headers *h, uint32_t type)
{
    size_t n = 0;

    while (n < h->section_count && h->sections[n].type != type) {
        n++;
    }
    return n < h->section_count;
}

static void find_build_id(struct program *p, const struct elf_headers *h)
{
    for (size_t n = 0; n < h->section_count && p->build_id == NULL; n++) {
        const uint8_t *note = h->sections[n].type == SHT_NOTE ? headers_bytes(h, &h->sections[n]) : NULL;
        uint64_t size = h->sections[n].size;

        /* Linkers give it a section of its own. */
        if (note != NULL && size > 16 && memcmp(note, "\4\0\0", 4) == 0 &&
            memcmp(note + 8, "\3\0\0\0GNU", 8) == 0) {
            p->build_id = note + 16;
            p->build_id_bytes = (size_t)size - 16;
        }
    }
}

static const char *load_parts(struct program *p, const struct elf_headers *h)
{
    /* A stripped library has only dynamic symbols. */
    uint32_t wanted = has_section(h, SHT_SYMTAB) ? SHT_SYMTAB : SHT_DYNSYM;

    p->bits = h->bits;
    p->machine = h->machine;
    for (size_t n = 0; n < h->section_count; n++) {
        if (h->sections[n].type == wanted && !add_symbols(p, h, &h->sections[n])) {
            return strerror(ENOMEM);
        }
    }
    sort(p);
    find_build_id(p, h);
    return add_loads(p, h) ? NULL : strerror(ENOMEM);
}

static const char *load(struct program *p)
{
    struct elf_headers headers;
    const char *wrong = headers_read(&headers, p->bytes, p->size);

    if (wrong == NULL) {
        wrong = load_parts(p, &headers);
    }
    headers_free(&headers);
    return wrong;
}

static struct program *open_file(const char *path, const struct spoor_report *report)
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

const char *program_root(void)
{
    const char *root = getenv("SPOOR_SYMFS");

    return root != NULL ? root : "";
}

/* Take the functions from the file with the debug information, if it is installed: a stripped program has
 * only those that others call. */
static void add_debug(struct program *p)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%.3000s/usr/lib/debug/.build-id/", program_root());

    if (p->build_id_bytes < 2 || p->build_id_bytes > 64) {
        return;
    }
    for (size_t i = 0; i < p->build_id_bytes; i++) {
        n += snprintf(path + n, sizeof path - (size_t)n, i == 1 ? "/%02x" : "%02x", p->build_id[i]);
    }
    snprintf(path + n, sizeof path - (size_t)n, ".debug");
    struct program *debug = open_file(path, NULL);

    if (debug != NULL && debug->count != 0 && debug->build_id_bytes == p->build_id_bytes &&
        memcmp(debug->build_id, p->build_id, p->build_id_bytes) == 0) {
        free(p->functions);
        p->functions = debug->functions;
        p->count = debug->count;
        debug->functions = NULL;
        p->debug = debug;
    } else {
        program_close(debug);
    }
}

struct program *program_open(const char *path, const struct spoor_report *report)
{
    struct program *p = open_file(path, report);

    if (p != NULL) {
        add_debug(p);
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

const uint8_t *program_code(const struct program *p, uint64_t address, uint64_t *size)
{
    const struct program_function *f = program_before(p, address);

    if (f == NULL) {
        return NULL;
    }
    bool is_last = f == &p->functions[p->count - 1];

    *size = f->size != 0 ? f->size : is_last ? 0 : f[1].address - f->address;
    for (size_t n = 0; n < p->load_count; n++) {
        const struct program_load *l = &p->loads[n];
        uint64_t offset = f->address - l->address;

        if (f->address >= l->address && offset < l->size && l->offset <= p->size &&
            l->size <= p->size - l->offset) {
            *size = *size < l->size - offset ? *size : l->size - offset;
            return p->bytes + l->offset + offset;
        }
    }
    return NULL;
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

uint64_t program_hash(const struct program *p)
{
    uint64_t header = p->bits == 64 ? 64 : 52, hash = 0; /* the header has the place of the sections */

    for (size_t n = 0; n < p->load_count; n++) {
        const struct program_load *l = &p->loads[n];
        uint64_t skipped = l->offset < header ? header - l->offset : 0;

        if (skipped < l->size && l->offset <= p->size && l->size <= p->size - l->offset) {
            hash = hash_number(hash, l->address);
            hash = hash_bytes(hash, p->bytes + l->offset + skipped, l->size - skipped);
        }
    }
    return hash;
}

/* @return the debug information, or NULL */
static struct debug *debug_of(struct program *p)
{
    struct program *of = p->debug != NULL ? p->debug : p;
    struct elf_headers headers;

    if (!of->looked_for_lines) {
        of->looked_for_lines = true;
        if (headers_read(&headers, of->bytes, of->size) == NULL) {
            of->lines = elf_debug_open(&headers, false);
        }
        headers_free(&headers);
    }
    return elf_debug_of(of->lines);
}

bool program_source(struct program *p, uint64_t address, struct spoor_source *source)
{
    struct spoor_source list[PROGRAM_INLINED];
    struct debug *d = debug_of(p);
    unsigned n = d != NULL ? debug_source(d, address, list, PROGRAM_INLINED) : 0;

    if (n != 0) { /* the outermost is the function itself */
        *source = list[n - 1];
    }
    return n != 0;
}

bool program_line(struct program *p, uint64_t address, struct spoor_source *source)
{
    struct debug *d = debug_of(p);

    return d != NULL && debug_source(d, address, source, 1) != 0;
}

bool program_lines(struct program *p, debug_line_fn take, void *arg)
{
    struct debug *d = debug_of(p);

    return d == NULL || debug_lines(d, take, arg);
}

/* @return the symbol of an object; its name is NULL if there is none */
static struct elf_symbol find_object(const struct elf_headers *h, const char *name)
{
    size_t length = strlen(name);

    for (size_t n = 0; n < h->section_count; n++) {
        const struct elf_header *table = &h->sections[n];

        for (size_t i = 0; table->type == SHT_SYMTAB && i < headers_symbols(h, table); i++) {
            struct elf_symbol s = headers_symbol(h, table, i);

            if (s.name != NULL && s.section != SHN_UNDEF && (s.type == STT_OBJECT || s.type == STT_NOTYPE) &&
                strncmp(s.name, name, length) == 0 && (s.name[length] == 0 || s.name[length] == '.')) {
                return s;
            }
        }
    }
    return (struct elf_symbol){.name = NULL};
}

bool program_object(const struct program *p, const char *name, uint64_t *address, uint64_t *size)
{
    const struct program *of = p->debug != NULL ? p->debug : p;
    struct elf_symbol s = {.name = NULL};
    struct elf_headers headers;

    if (headers_read(&headers, of->bytes, of->size) == NULL) {
        s = find_object(&headers, name);
    }
    headers_free(&headers);
    *address = s.value;
    *size = s.size;
    return s.name != NULL;
}

bool program_member(struct program *p, const char *structure, const char *member, uint64_t *offset,
                    uint64_t *size)
{
    const struct debug *d = debug_of(p);

    return d != NULL && debug_member(d, structure, member, offset, size);
}

void program_close(struct program *p)
{
    if (p == NULL) {
        return;
    }
    file_unmap(p->bytes, p->size);
    program_close(p->debug);
    elf_debug_close(p->lines);
    free(p->functions);
    free(p->loads);
    free(p);
}
