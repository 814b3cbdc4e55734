/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the readers of ELF files and of debug information: as the ELF file of a target, and as a program for
 * an imported profile. The names and source lines of all addresses of its symbols are looked up.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <elf/elf.h>
#include <elf/program.h>
#include <elf/sites.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#define PLACES    16
#define ADDRESSES 32 /* of each symbol */

/* Read all bytes of a text, so that the sanitizer checks them. */
static void use_text(const char *text)
{
    if (text != NULL && strlen(text) == SIZE_MAX) {
        abort();
    }
}

static void use_address(const struct spoor_elf *e, uint32_t address)
{
    struct spoor_source places[PLACES];
    unsigned n = spoor_elf_source(e, address, places, PLACES);

    if (n > PLACES) {
        abort();
    }
    for (unsigned i = 0; i < n; i++) {
        use_text(places[i].function);
        use_text(places[i].file);
    }
    use_text(spoor_elf_symbol(e, address, NULL));
}

static void use_elf(const struct spoor_elf *e)
{
    struct spoor_symbol s;
    uint64_t text, data, bss;

    for (size_t n = 0; spoor_elf_symbol_nth(e, n, &s); n++) {
        use_text(s.name);
        for (uint32_t i = 0; i < ADDRESSES; i++) {
            use_address(e, s.address + 2 * i);
        }
    }
    for (uint32_t address = 0; address < 0x400; address += 2) { /* where the inputs have code */
        use_address(e, address);
    }
    for (unsigned n = 0; n < spoor_ids(e); n++) {
        use_text(spoor_id_function(e, spoor_id(e, n)));
    }
    for (size_t n = 0; spoor_elf_symbol_nth(e, n, &s); n++) {
        const struct spoor_id variable = {.address = s.address};

        use_text(spoor_id_function(e, &variable));
    }
    spoor_elf_sizes(e, &text, &data, &bss);
}

static void use_program(const uint8_t *bytes, size_t n)
{
    int fd = memfd_create("fuzz", 0);
    char path[64];

    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct program *p = program_open(path, NULL);
    uint64_t address;

    for (size_t i = 0; p != NULL && i < p->count; i++) {
        use_text(p->functions[i].name);
        if (program_before(p, p->functions[i].address) != &p->functions[i]) {
            abort();
        }
        (void)program_address(p, i, &address);
    }
    program_close(p);
    close(fd);
}

/* Switch all sites on, off and back. The copy must then be the image again. */
static void switch_image(struct sites *s, const uint8_t *image, size_t size)
{
    uint8_t *copy = malloc(size + 1);

    if (copy == NULL) {
        abort();
    }
    memcpy(copy, image, size);
    for (size_t n = 0; n < s->count; n++) {
        struct site *site = &s->list[n];
        bool on = site->on;

        site_switch(site, copy, !on);
        site_switch(site, copy, on);
        if (memcmp(copy, image, size) != 0) {
            abort();
        }
    }
    free(copy);
}

static void use_sites(const struct spoor_elf *e, const uint8_t *binary, size_t binary_bytes, uint64_t base)
{
    struct sites s;
    size_t size = binary_bytes;
    const uint8_t *image = binary != NULL ? binary : sites_image(e, &size);

    if (sites_read(&s, e, binary, binary_bytes, base) == 0) {
        switch_image(&s, image, size);
    } else {
        use_text(s.wrong);
    }
    sites_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct spoor_elf *e = spoor_elf_open_memory(bytes, n, "fuzz", NULL);

    if (e != NULL) {
        use_elf(e);
        use_sites(e, NULL, 0, 0);
        use_sites(e, bytes, n, UINT64_MAX);
        use_sites(e, bytes, n, n);
    }
    spoor_elf_close(e);
    use_program(bytes, n);
    return 0;
}
