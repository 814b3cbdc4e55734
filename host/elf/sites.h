/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sites of a program: the instructions by which its points, blocks and events are switched on and off
 * (include/spoor/core/site.h), and its functions (include/spoor/port/function_entry.h). They are read from an
 * ELF file, and switched in its bytes or in those of the binary that was made from it.
 */
#ifndef ELF_SITES_H
#define ELF_SITES_H

#include <elf/elf.h>
#include <elf/site_code.h>

struct site {
    uint32_t address;
    const struct spoor_id *id; /**< what is used there, or NULL: an object without a description */
    const char *function;      /**< the function's name, or NULL: it isn't the site of a function */
    uint32_t use;              /**< the address of this object, or of the function */
    bool end;                  /**< the end of a visit to a block */
    bool on;
    size_t offset; /**< of the instruction in the image */
    struct site_code code;
};

struct sites {
    struct site *list; /**< in the order of their addresses, as linked */
    size_t count;
    char wrong[200];
};

/**
 * Find the sites of a program, and their state in an image: the ELF file itself, or a binary.
 *
 * @param binary  the bytes from `base` on of the memory that the program is loaded to, or NULL: the ELF file
 * @param base    their address; UINT64_MAX: that of the program's first byte in flash
 * @return 0; -1 with a message in `wrong`, which names the place
 */
int sites_read(struct sites *s, const struct spoor_elf *e, const uint8_t *binary, size_t size, uint64_t base);

void sites_free(struct sites *s);

/** @return the bytes of the ELF file */
const uint8_t *sites_image(const struct spoor_elf *e, size_t *size);

/** Switch a site in an image. It may be in this state already. */
void site_switch(struct site *s, uint8_t *image, bool on);

#endif
