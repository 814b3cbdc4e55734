/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds source lines and functions in the debug information of an ELF file. */
#include <elf/debug_sections.h>
#include <elf/file.h>

static bool has_code_at_zero(const struct elf_file *e)
{
    size_t n = 0;

    while (n < e->placed_count && e->symbols[n].address == 0 && !e->symbols[n].function) {
        n++;
    }
    return n < e->placed_count ? e->symbols[n].address == 0 : e->placed_count == 0;
}

/* @return the debug information, or NULL */
static struct debug *debug_of(struct elf_file *e)
{
    if (e->debug == NULL) {
        e->debug = elf_debug_open(&e->headers, has_code_at_zero(e));
    }
    return elf_debug_of(e->debug);
}

/* ------------------------------------------------------------------ lookups */

unsigned elf_file_source(struct elf_file *e, uint32_t address, struct spoor_source *list, unsigned most)
{
    struct debug *d = debug_of(e);

    return d != NULL ? debug_source(d, address, list, most) : 0;
}

const char *elf_file_function_of(struct elf_file *e, uint32_t address)
{
    struct debug *d = debug_of(e);

    return d != NULL ? debug_function_of(d, address) : NULL;
}

bool elf_file_member(struct elf_file *e, const char *structure, const char *member, uint64_t *offset,
                     uint64_t *size)
{
    const struct debug *d = debug_of(e);

    return d != NULL && debug_member(d, structure, member, offset, size);
}

void elf_file_close_debug(struct elf_file *e)
{
    elf_debug_close(e->debug);
}
