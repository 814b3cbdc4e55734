/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An image contains the name of its board as a string, for the header of a recording (src/profiler/stream/).
 * Nothing in the file is trusted.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <base/file.h>
#include <record/image.h>

/* The symbol of the rings of events: src/profiler/record/. */
static const char rings[] = "\0trace_rings";

/* The linker may merge a name into the end of a longer string, so no zero need precede it. */
static bool has_name(const uint8_t *bytes, size_t size, const char *name, bool whole)
{
    size_t n = strlen(name) + 1;
    const uint8_t *at = bytes, *end = bytes + size;

    while ((at = memmem(at, (size_t)(end - at), name, n)) != NULL) {
        if (!whole || (at > bytes && at[-1] == 0)) {
            return true;
        }
        at++;
    }
    return false;
}

static const char *board_of(const uint8_t *bytes, size_t size, const char *const *boards, size_t count,
                            const char *chosen)
{
    const char *found = NULL;

    if (has_name(bytes, size, chosen, false)) {
        return chosen;
    }
    for (size_t n = 0; n < count; n++) {
        if (has_name(bytes, size, boards[n], true)) {
            if (found != NULL) {
                return NULL;
            }
            found = boards[n];
        }
    }
    return found;
}

/* @return the names of all symbols; NULL: none */
static const uint8_t *find_names(const uint8_t *bytes, size_t size, size_t *names_size)
{
    const Elf32_Ehdr *h = (const void *)bytes;
    uint64_t table = h->e_shoff;
    Elf32_Shdr s, names;

    for (unsigned n = 0; n < h->e_shnum; n++) {
        if (table + (n + UINT64_C(1)) * sizeof s > size) {
            return NULL;
        }
        memcpy(&s, bytes + table + n * sizeof s, sizeof s);
        if (s.sh_type != SHT_SYMTAB || table + (s.sh_link + UINT64_C(1)) * sizeof s > size) {
            continue;
        }
        memcpy(&names, bytes + table + s.sh_link * sizeof s, sizeof names);
        if (names.sh_offset <= size && names.sh_size <= size - names.sh_offset) {
            *names_size = names.sh_size;
            return bytes + names.sh_offset;
        }
    }
    return NULL;
}

bool image_read(struct image *image, const char *path, const char *const *boards, size_t count,
                const char *chosen, const char **wrong)
{
    size_t size, names_size;
    uint8_t *bytes = file_map(path, &size, NULL);
    const Elf32_Ehdr *h = (const void *)bytes;

    if (bytes == NULL) {
        *wrong = errno == ENOENT || errno == EACCES ? strerror(errno) : "not a file that can be read";
        return false;
    }
    bool is_elf = size >= sizeof *h && memcmp(bytes, ELFMAG, SELFMAG) == 0 &&
                  h->e_ident[EI_CLASS] == ELFCLASS32 && h->e_shentsize == sizeof(Elf32_Shdr);

    if (is_elf) {
        const uint8_t *names = find_names(bytes, size, &names_size);

        image->machine = h->e_machine;
        image->board = board_of(bytes, size, boards, count, chosen);
        image->no_events = names != NULL && memmem(names, names_size, rings, sizeof rings - 1) == NULL;
    } else {
        *wrong = "not an image: --qemu takes the ELF file of a 32-bit target";
    }
    file_unmap(bytes, size);
    return is_elf;
}
