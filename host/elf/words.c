/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the contents of an ELF file by address. The file is untrusted: every address is checked against the
 * sections.
 */
#include <elf/file.h>

static const uint8_t *in_section(const struct elf_section *s, uint32_t address, size_t *room)
{
    if (address < s->address || address - s->address >= s->size) {
        return NULL;
    }
    *room = s->size - (address - s->address);
    return s->bytes + (address - s->address);
}

/* Sections that aren't loaded may have overlapping addresses, often all from 0: a reference from such a
 * section is looked up there first. Loaded sections are searched next, then the others. */
const uint8_t *elf_at(const struct elf_file *e, const struct elf_section *home, uint32_t address,
                      size_t *room)
{
    const uint8_t *found = NULL;

    if (home != NULL && !home->loaded) {
        found = in_section(home, address, room);
    }
    for (size_t i = 0; found == NULL && i < e->section_count; i++) {
        if (e->sections[i].loaded) {
            found = in_section(&e->sections[i], address, room);
        }
    }
    for (size_t i = 0; found == NULL && i < e->section_count; i++) {
        if (!e->sections[i].loaded && e->sections[i].address != 0) {
            found = in_section(&e->sections[i], address, room);
        }
    }
    return found;
}

bool elf_words(const struct elf_file *e, const struct elf_section *home, uint32_t address, uint32_t *words,
               unsigned n)
{
    size_t room = 0;
    const uint8_t *at = elf_at(e, home, address, &room);

    if (at == NULL || room < 4u * n) {
        return false;
    }
    for (unsigned i = 0; i < n; i++, at += 4) {
        words[i] = elf_word(at);
    }
    return true;
}
