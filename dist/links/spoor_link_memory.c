/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link to a buffer in RAM, which a debugger reads. The first spoor_memory_used bytes of spoor_memory are
 * the frames sent. When the buffer is full, further frames are discarded whole and counted in
 * spoor_memory_lost. In GDB, save the buffer with
 *
 *     dump binary memory trace.spoor spoor_memory spoor_memory+spoor_memory_used
 */
#include <string.h>
#include "spoor_links.h"

uint8_t spoor_memory[SPOOR_MEMORY_BYTES];
uint32_t spoor_memory_used, spoor_memory_lost;

void spoor_link_memory(const uint8_t *frame, size_t bytes)
{
    if (bytes > sizeof spoor_memory - spoor_memory_used) {
        spoor_memory_lost++;
        return;
    }
    memcpy(spoor_memory + spoor_memory_used, frame, bytes);
    spoor_memory_used += (uint32_t)bytes;
}
