/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Zephyr's core dump: as in its header debug/coredump.h. A header is followed by blocks, each with a
 * letter, a version, and a length or the addresses that it has; all numbers are little-endian and packed.
 *
 *   Z E  version:2  target:2  bits:1 (5: addresses of 32 bits)  flags:1 (bit 0: a checksum ends it)  reason:4
 *   A    version:2  bytes:2   the registers of the fault
 *   T    version:2  bytes:2   the kernel's structure _kernel
 *   F    version:2  bytes:2  cpu:4  thread:4   the registers of another CPU
 *   M    version:2  begin:4  end:4             memory
 *   C    version:2  crc:4     of all bytes before
 */
#include <inttypes.h>
#include <elf/format.h>
#include <read/item.h>
#include "core_priv.h"

enum { HEADER = 12, HEADER_VERSION = 2, BITS_32 = 5, FLAG_CRC = 1 };
enum { TARGET_CORTEX_M = 3, TARGET_RISCV = 4 };
enum { MEMORY_HEAD = 11, BLOCK_HEAD = 5, SNAPSHOT_HEAD = 13, CRC_BYTES = 7 };

bool core_zephyr_is(const uint8_t *bytes, size_t size)
{
    return size >= HEADER && bytes[0] == 'Z' && bytes[1] == 'E' && bytes[3] == 0 && bytes[5] == 0 &&
           (bytes[6] == BITS_32 || bytes[6] == BITS_32 + 1);
}

/* The registers of a block in its order, by their numbers in DWARF. */
static const uint8_t cortex_m[] = {0, 1, 2, 3, 12, 14, 15, 16, 13, 4, 5, 6, 7, 8, 9, 10, 11};
static const uint8_t riscv[] = {1, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31, 32, 2};
enum { CORTEX_M_SHORT = 9, CORTEX_M_LONG = 17 };

/* The frame that a Cortex-M stacks at an exception (Armv7-M ARM, B1.5.6) is the first registers of the block.
 */
enum { STACKED = 8, ARM_SP = 13, ARM_XPSR = 16, XPSR_PADDED = 1 << 9 };

/* Version 1 of Cortex-M has no callee-saved registers. Later ones may have them; version 3 says whether. */
static unsigned registers_of(const struct core_input *in, unsigned version, const uint8_t *at, size_t size)
{
    if (in->core->machine == EM_RISCV) {
        return version == 1 && size >= 4 * sizeof riscv ? sizeof riscv : 0;
    }
    bool has = version == 2 || (version > 2 && size >= 4 * (CORTEX_M_LONG + 1) &&
                                spoor_data_word(at + 4 * CORTEX_M_LONG) != 0);
    unsigned words = has ? CORTEX_M_LONG : CORTEX_M_SHORT;

    return in->core->machine == EM_ARM && size >= 4 * words ? words : 0;
}

static bool take_registers(const struct core_input *in, uint32_t thread, const uint8_t *head,
                           const uint8_t *at, size_t size)
{
    unsigned words = registers_of(in, core_u16(head + 1), at, size);
    const uint8_t *numbers = in->core->machine == EM_ARM ? cortex_m : riscv;
    struct core_registers *r = words != 0 ? core_add_registers(in, thread) : NULL;

    for (unsigned n = 0; r != NULL && n < words; n++) {
        core_set(r, numbers[n], spoor_data_word(at + 4 * n));
    }
    return r != NULL || words == 0;
}

/* CRC-32 of IEEE 802.3. */
static uint32_t crc32_of(const uint8_t *bytes, size_t n)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
    }
    return ~crc;
}

static bool cut(const struct core_input *in, size_t at)
{
    return core_refuse(in, "truncated: the block at byte %zu ends beyond byte %zu, the last", at, in->size);
}

/* Take a block. @return false after a report; its length in `step` */
static bool take_block(const struct core_input *in, size_t at, size_t *step)
{
    const uint8_t *b = in->bytes + at;
    size_t left = in->size - at;
    size_t head = *b == 'M' ? MEMORY_HEAD : *b == 'F' ? SNAPSHOT_HEAD : *b == 'C' ? CRC_BYTES : BLOCK_HEAD;

    if (*b != 'A' && *b != 'T' && *b != 'F' && *b != 'M' && *b != 'C') {
        return core_refuse(in, "byte %zu: a block of the unknown kind 0x%02x", at, *b);
    }
    if (left < head) {
        return cut(in, at);
    }
    uint32_t begin = *b == 'M' ? spoor_data_word(b + 3) : 0, end = *b == 'M' ? spoor_data_word(b + 7) : 0;
    size_t size = *b == 'M' ? end - begin : *b == 'C' ? 0 : core_u16(b + 3);

    if (end < begin) {
        return core_refuse(in, "byte %zu: memory from 0x%08x ends at 0x%08x", at, begin, end);
    }
    if (size > left - head) {
        return cut(in, at);
    }
    *step = head + size;
    switch (*b) {
    case 'M':
        return core_add_segment(in, begin, b + head, size);
    case 'A':
        return take_registers(in, 0, b, b + head, size);
    case 'F':
        return take_registers(in, spoor_data_word(b + 5), b, b + head, size);
    case 'C':
        return crc32_of(in->bytes, at) == spoor_data_word(b + 3) ||
               core_refuse(in, "its checksum doesn't match: bytes were changed or lost");
    default:
        return true;
    }
}

bool core_zephyr_read(const struct core_input *in)
{
    const uint8_t *h = in->bytes;
    unsigned target = core_u16(h + 4);
    bool checked = false;
    size_t step = 0;

    in->core->machine = target == TARGET_CORTEX_M ? EM_ARM : target == TARGET_RISCV ? EM_RISCV : 0;
    in->core->reason = (int)(spoor_data_word(h + 8) & 0xffff);
    if (h[6] != BITS_32) {
        return core_refuse(in, "its addresses don't have 32 bits");
    }
    if (core_u16(h + 2) > HEADER_VERSION) {
        return core_refuse(in, "its version is %u, and %u is the latest that can be read", core_u16(h + 2),
                           HEADER_VERSION);
    }
    for (size_t at = HEADER; at < in->size; at += step) {
        checked |= in->bytes[at] == 'C';
        if (!take_block(in, at, &step)) {
            return false;
        }
    }
    return checked || (h[7] & FLAG_CRC) == 0 || core_refuse(in, "truncated: its checksum is missing");
}

/* Releases of Zephyr such as 3.3 give as SP the address of the stacked frame instead of the thread's SP
 * before the exception. Then the memory there has the same registers. */
void core_zephyr_settle(struct core *c)
{
    for (size_t i = 0; c->machine == EM_ARM && i < c->register_count; i++) {
        struct core_registers *r = &c->registers[i];
        uint32_t words[STACKED], sp = r->value[ARM_SP];
        unsigned same = 0;

        if (!spoor_memory_words(&c->memory, sp, words, STACKED)) {
            continue;
        }
        while (same < STACKED && words[same] == r->value[cortex_m[same]]) {
            same++;
        }
        if (same == STACKED) {
            core_set(r, ARM_SP, sp + sizeof words + ((r->value[ARM_XPSR] & XPSR_PADDED) != 0 ? 4 : 0));
        }
    }
}
