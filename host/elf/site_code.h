/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two states of a site. Of a point, a block or an event: a no-operation, and a branch to the code for
 * "on". Of a function: a no-operation as its first instruction with room before it, and a branch back to code
 * there.
 */
#ifndef ELF_SITE_CODE_H
#define ELF_SITE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SITE_BYTES 12

struct site_code {
    uint8_t off[SITE_BYTES], on[SITE_BYTES];
    unsigned bytes; /**< 2 or 4; of a function its room and one instruction */
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

/**
 * @return the bytes of the room before a function in the encoding `n` of a machine, or 0 if there is none. No
 *         two encodings of a machine have rooms of the same size.
 */
unsigned site_room_bytes(uint16_t machine, unsigned n);

/**
 * Recognize the room before a function and its first instruction, in the encodings of
 * src/profiler/function/function_switch.c. The parameters are those of site_code_read().
 *
 * @param n        the encoding, as for site_room_bytes()
 * @param address  of the room
 * @param target   the function that the code in the room calls
 */
bool site_code_read_function(struct site_code *code, uint16_t machine, unsigned n, const uint8_t *at,
                             size_t room, uint32_t address, uint32_t target, bool *on);

#endif
