/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link over stimulus port 1 of the ITM, or SPOOR_ITM_PORT: a debug probe receives the bytes over SWO. The
 * probe enables the ITM; without a probe nothing is sent. Armv7-M ARM: ITM_STIMx C1.7.3, ITM_TER C1.7.4,
 * ITM_TCR C1.7.6.
 */
#include <string.h>
#include "spoor_links.h"

#ifndef SPOOR_ITM_PORT
#define SPOOR_ITM_PORT 1
#endif

#define STIM_WORD (*(volatile uint32_t *)(0xE0000000u + 4 * SPOOR_ITM_PORT))
#define STIM_BYTE (*(volatile uint8_t *)(0xE0000000u + 4 * SPOOR_ITM_PORT))
#define TER       (*(volatile uint32_t *)0xE0000E00u)
#define TCR       (*(volatile uint32_t *)0xE0000E80u)

static bool is_read(void)
{
    return (TCR & 1u) != 0 && (TER >> SPOOR_ITM_PORT & 1u) != 0;
}

static void wait_for_room(void)
{
    while ((STIM_WORD & 1u) == 0) {
    }
}

void spoor_link_itm(const uint8_t *frame, size_t bytes)
{
    if (!is_read()) {
        return;
    }
    for (; bytes >= 4; bytes -= 4, frame += 4) {
        uint32_t word;

        memcpy(&word, frame, 4);
        wait_for_room();
        STIM_WORD = word;
    }
    while (bytes-- > 0) {
        wait_for_room();
        STIM_BYTE = *frame++;
    }
}
