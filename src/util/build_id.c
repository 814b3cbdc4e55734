/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the build ID note. */
#include <spoor/util/build_id.h>

/* Note layout: three words, the second being the size of the ID; the name "GNU"; the ID. */
extern const uint32_t build_id_note[];

#define SIZE_WORD 1
#define ID_WORD   4

const uint8_t *spoor_build_id(unsigned *bytes)
{
    *bytes = build_id_note[SIZE_WORD];
    return (const uint8_t *)&build_id_note[ID_WORD];
}

uint32_t spoor_build_id_number(void)
{
    uint32_t number = 0;

    for (unsigned n = 0; n < build_id_note[SIZE_WORD] / sizeof number; n++) {
        number ^= build_id_note[ID_WORD + n];
    }
    return number;
}
