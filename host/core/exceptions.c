/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Armv7-M ARM, B1.5.6 to B1.5.8; Armv8-M ARM, B3.18 and D1.2.95. The frame is on the main stack, at the SP of
 * the handler, or on the stack of the process, PSP. Most cores lack PSP. A handler that hasn't yet changed
 * registers, such as an endless loop, has those of the frame, by which it is found. The input is untrusted.
 */
#include <elf/attributes.h>
#include <elf/format.h>
#include <elf/opened.h>
#include <read/item.h>
#include <core/exceptions.h>
#include "core_priv.h"

enum { ARM_R12 = 12, ARM_SP = 13, ARM_LR = 14, ARM_PC = 15, ARM_XPSR = 16 };

/* Of EXC_RETURN: 0, other than in the value that LR has at reset; on PSP; no floating point; the hardware
 * didn't stack the callee's registers, too. */
enum { ALWAYS_0 = 1 << 1, ON_PSP = 1 << 2, NO_FLOAT = 1 << 4, NO_CALLEES = 1 << 5 };
#define EXC_RETURN 0xff000000u /* from here on */

/* Of xPSR: number of the exception, padding before the frame, Thumb. */
enum { EXCEPTION = 0x1ff, PADDED = 1 << 9, THUMB = 1 << 24 };

/* A frame's words. */
enum { R0, R1, R2, R3, R12, LR, PC, XPSR, FRAME_WORDS };
enum { WORD = 4, FLOAT_BYTES = 72 };

/* @return whether the program has the address in a section with a flag */
static bool in_sections(const struct spoor_elf *elf, uint32_t address, uint64_t flag)
{
    const struct elf_headers *h = &elf->file->headers;
    bool found = false;

    for (size_t n = 1; n < h->section_count && !found; n++) {
        const struct elf_header *s = &h->sections[n];

        found = (s->flags & flag) != 0 && address >= s->address && address - s->address < s->size;
    }
    return found;
}

/* @return whether a frame can be here: of a thread on PSP, else of a thread or of a handler */
static bool is_frame(const uint32_t word[FRAME_WORDS], bool on_psp, const struct spoor_elf *elf)
{
    return (word[XPSR] & THUMB) != 0 && (!on_psp || (word[XPSR] & EXCEPTION) == 0) && (word[PC] & 1) == 0 &&
           in_sections(elf, word[PC], SHF_EXECINSTR);
}

static bool has(const struct core_registers *r, unsigned number)
{
    return (r->known >> number & 1) != 0;
}

static bool equals(const uint32_t word[FRAME_WORDS], const struct core_registers *r)
{
    return word[R0] == r->value[0] && word[R1] == r->value[1] && word[R2] == r->value[2] &&
           word[R3] == r->value[3] && word[R12] == r->value[ARM_R12];
}

/* A core of QEMU has memory at several addresses if the board has. @return whether one frame has the
 * registers that the CPU has: of those in the program's variables, if any is there, else of all */
static bool search(const struct core_registers *stopped, const struct spoor_elf *elf,
                   const struct spoor_memory *m, uint32_t *found)
{
    unsigned inside = 0, outside = 0;

    for (size_t n = 0; n < m->count; n++) {
        const struct spoor_segment *s = &m->segments[n];

        for (size_t at = (0u - s->address) & (WORD - 1); at + FRAME_WORDS * WORD <= s->size; at += WORD) {
            uint32_t word[FRAME_WORDS];

            if (spoor_data_word(s->bytes + at) == stopped->value[0] &&
                spoor_memory_words(m, s->address + at, word, FRAME_WORDS) && equals(word, stopped) &&
                is_frame(word, true, elf)) {
                bool mine = in_sections(elf, s->address + (uint32_t)at, SHF_ALLOC);

                *found = mine || inside == 0 ? s->address + (uint32_t)at : *found;
                inside += mine;
                outside += !mine;
            }
        }
    }
    return inside == 1 || (inside == 0 && outside == 1);
}

bool exception_ends(const struct core_registers *r, const struct spoor_elf *elf)
{
    uint32_t pc = r->value[ARM_PC];

    return attributes_profile(&elf->file->headers) == 'M' && has(r, ARM_PC) && pc >= EXC_RETURN &&
           (pc & ALWAYS_0) == 0 && has(r, ARM_XPSR) && (r->value[ARM_XPSR] & EXCEPTION) != 0;
}

const char *exception_up(struct core_registers *r, const struct core_registers *stopped,
                         const struct spoor_elf *elf, const struct spoor_memory *m)
{
    uint32_t exc_return = r->value[ARM_PC], at = r->value[ARM_SP], word[FRAME_WORDS];
    bool on_psp = (exc_return & ON_PSP) != 0;

    if ((exc_return & NO_CALLEES) == 0) {
        return "the exception stacked registers for TrustZone, which isn't supported";
    }
    if (on_psp && stopped->has_psp) {
        at = stopped->psp;
    } else if (on_psp && !search(stopped, elf, m, &at)) {
        return "the core lacks the register PSP, and no single frame has the CPU's registers";
    }
    if (!spoor_memory_words(m, at, word, FRAME_WORDS)) {
        return "the frame that the exception stacked isn't in the memory that was saved";
    }
    if (!is_frame(word, on_psp, elf)) {
        return "no frame of an exception is where it would be: the stack was overwritten, or overflowed";
    }
    for (unsigned n = 0; n < FRAME_WORDS; n++) {
        static const uint8_t number[FRAME_WORDS] = {0, 1, 2, 3, ARM_R12, ARM_LR, ARM_PC, ARM_XPSR};

        core_set(r, number[n], word[n]);
    }
    at += FRAME_WORDS * WORD + ((exc_return & NO_FLOAT) == 0 ? FLOAT_BYTES : 0);
    core_set(r, ARM_SP, at + ((word[XPSR] & PADDED) != 0 ? WORD : 0));
    return NULL;
}
