/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares a memory with a program by the number of the build in the rings' life. */
#include <string.h>
#include <base/message.h>
#include <elf/opened.h>
#include "memory_priv.h"

bool image_build(const struct spoor_elf *elf, uint32_t *number)
{
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(elf, &bytes);
    uint32_t sum = 0;

    for (size_t at = 0; id != NULL && at + 4 <= bytes; at += 4) {
        sum ^= elf_word(id + at);
    }
    *number = sum;
    return id != NULL && bytes >= 4;
}

bool image_layout(const struct spoor_elf *elf, struct spoor_wire_layout *layout)
{
    const struct symbol *s = elf != NULL ? symbols_find(elf->file, "trace_ring_layout") : NULL;
    uint32_t w[sizeof *layout / 4];

    if (s == NULL || !elf_words(elf->file, NULL, s->address, w, sizeof w / 4)) {
        return false;
    }
    memcpy(layout, w, sizeof w);
    return true;
}

/* The start-up code clears the rate, which the program sets before it writes its build. Without a rate the
 * words of the life are those that were there at power-on. */
bool spoor_memory_is_of(const struct spoor_memory *memory, const struct spoor_elf *elf, const char *name,
                        const struct spoor_report *report)
{
    struct spoor_wire_layout layout;
    uint32_t hz = 0, build = 0, number;

    if (!image_layout(elf, &layout) || !image_build(elf, &number) ||
        !spoor_memory_words(memory, layout.hz, &hz, 1) ||
        !spoor_memory_words(memory, layout.life, &build, 1) || hz == 0 || build == 0 || build == number) {
        return true;
    }
    message_say(report, name, OTHER_BUILD, build, spoor_elf_name(elf), number);
    return false;
}
