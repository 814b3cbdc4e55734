/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An image contains the name of its board as a string, for the header of a recording (src/profiler/stream/).
 * Nothing in the file is trusted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <base/file.h>
#include <elf/attributes.h>
#include <elf/format.h>
#include <elf/headers.h>
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
static const uint8_t *find_names(const struct elf_headers *h, size_t *names_size)
{
    for (size_t n = 0; n < h->section_count; n++) {
        const struct elf_header *s = &h->sections[n];

        if (s->type == SHT_SYMTAB && s->link < h->section_count) {
            *names_size = (size_t)h->sections[s->link].size;
            return headers_bytes(h, &h->sections[s->link]);
        }
    }
    return NULL;
}

static uint8_t *map(const char *path, size_t *size, const char **wrong)
{
    errno = 0; /* a folder leaves it */
    uint8_t *bytes = file_map(path, size, NULL);

    if (bytes == NULL) {
        *wrong = errno == ENOENT || errno == EACCES ? strerror(errno) : "not a file that can be read";
    }
    return bytes;
}

bool image_processor(uint16_t *machine, char *profile, const char *path, const char **wrong)
{
    size_t size;
    uint8_t *bytes = map(path, &size, wrong);
    struct elf_headers headers;

    if (bytes == NULL) {
        return false;
    }
    *wrong = headers_read(&headers, bytes, size);
    *machine = headers.machine;
    *profile = *wrong == NULL ? attributes_profile(&headers) : 0;
    headers_free(&headers);
    file_unmap(bytes, size);
    return *wrong == NULL;
}

bool image_read(struct image *image, const char *path, const char *const *boards, size_t count,
                const char *chosen, const char **wrong)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F'};
    size_t size, names_size;
    uint8_t *bytes = map(path, &size, wrong);
    struct elf_headers headers;

    if (bytes == NULL) {
        return false;
    }
    const char *why = headers_read(&headers, bytes, size);
    bool is_elf = why == NULL && headers.bits == 32;
    bool begins = size > sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;

    if (is_elf) {
        const uint8_t *names = find_names(&headers, &names_size);

        image->machine = headers.machine;
        image->board = board_of(bytes, size, boards, count, chosen);
        image->no_events = names != NULL && memmem(names, names_size, rings, sizeof rings - 1) == NULL;
    } else {
        *wrong = why != NULL && begins ? why : "not an image: --qemu takes the ELF file of a 32-bit target";
    }
    headers_free(&headers);
    file_unmap(bytes, size);
    return is_elf;
}
