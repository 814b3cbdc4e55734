/* SPDX-License-Identifier: BSD-2-Clause */
/* Only bytes are cleared, so that all offsets stay as they are. A section with code may have constants, too:
 * the functions in it are cleared by their symbols. */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <elf/format.h>
#include <elf/headers.h>
#include <elf/slim.h>

static bool is_unused(const struct elf_header *s)
{
    static const char *const names[] = {".debug_aranges",  ".debug_frame",    ".debug_loc",
                                        ".debug_loclists", ".debug_macinfo",  ".debug_macro",
                                        ".debug_pubnames", ".debug_pubtypes", ".debug_names",
                                        ".debug_types",    ".eh_frame",       ".comment"};

    for (unsigned n = 0; n < COUNT_OF(names); n++) {
        if (strcmp(s->name, names[n]) == 0) {
            return true;
        }
    }
    return false;
}

/* Clear the functions of a symbol table. */
static void clear_functions(const struct elf_headers *h, const struct elf_header *table, uint8_t *copy)
{
    for (size_t n = 0, count = headers_symbols(h, table); n < count; n++) {
        struct elf_symbol s = headers_symbol(h, table, n);
        const struct elf_header *in = s.section < h->section_count ? &h->sections[s.section] : NULL;
        const uint8_t *bytes = in != NULL ? headers_bytes(h, in) : NULL;
        uint64_t at = (s.value & ~UINT64_C(1)) - (in != NULL ? in->address : 0);

        if (s.type == STT_FUNC && bytes != NULL && (in->flags & SHF_EXECINSTR) != 0 && at <= in->size &&
            s.size <= in->size - at) {
            memset(copy + (bytes - h->bytes) + at, 0, (size_t)s.size);
        }
    }
}

uint8_t *elf_slim(const uint8_t *bytes, size_t size)
{
    struct elf_headers h;
    uint8_t *copy = malloc(size + 1);

    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy, bytes, size);
    if (headers_read(&h, bytes, size) == NULL) {
        for (size_t n = 0; n < h.section_count; n++) {
            const uint8_t *at = headers_bytes(&h, &h.sections[n]);

            if (h.sections[n].type == SHT_SYMTAB) {
                clear_functions(&h, &h.sections[n], copy);
            }

            if (at != NULL && is_unused(&h.sections[n])) {
                memset(copy + (at - bytes), 0, (size_t)h.sections[n].size);
            }
        }
    }
    headers_free(&h);
    return copy;
}
