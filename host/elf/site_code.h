/* SPDX-License-Identifier: BSD-2-Clause */
/* The two instructions of a site: a no-operation, and a branch to the code for "on". */
#ifndef ELF_SITE_CODE_H
#define ELF_SITE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SITE_BYTES 4

struct site_code {
    uint8_t off[SITE_BYTES], on[SITE_BYTES];
    unsigned bytes; /**< 2 or 4 */
};

/**
 * Recognize the instruction of a site, in the encodings of include/spoor/core/site.h.
 *
 * @param machine  e_machine of the ELF file
 * @param at       `room` bytes at the address of the site
 * @param on       receives whether the site is on
 * @return false if the bytes are neither a no-operation nor the branch to `target`
 */
bool site_code_read(struct site_code *code, uint16_t machine, const uint8_t *at, size_t room,
                    uint32_t address, uint32_t target, bool *on);

#endif
