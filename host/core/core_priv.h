/* SPDX-License-Identifier: BSD-2-Clause */
/* What the formats of core dumps share. */
#ifndef CORE_CORE_PRIV_H
#define CORE_CORE_PRIV_H

#include <core/core.h>

/** A core that is being read. */
struct core_input {
    struct core *core;
    const uint8_t *bytes;
    size_t size;
    const char *name;
    const struct spoor_report *report;
};

static inline uint32_t core_u16(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

/** Report an error. @return false */
bool core_refuse(const struct core_input *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Add a part of the memory. @return false after a report if memory ran out */
bool core_add_segment(const struct core_input *in, uint32_t address, const uint8_t *bytes, size_t size);

/** Add a set of registers, without values. @return it, or NULL after a report if memory ran out */
struct core_registers *core_add_registers(const struct core_input *in, uint32_t thread);

/** Set a register. */
static inline void core_set(struct core_registers *r, unsigned number, uint32_t value)
{
    r->known |= UINT64_C(1) << number;
    r->value[number] = value;
}

/* Each format's probe and reader, which returns false after a report. Zephyr's settles the registers when all
 * of the memory is there and in order. */
bool core_elf_is(const uint8_t *bytes, size_t size);
bool core_elf_read(const struct core_input *in);
bool core_zephyr_is(const uint8_t *bytes, size_t size);
bool core_zephyr_read(const struct core_input *in);
void core_zephyr_settle(struct core *c);
bool core_text_is(const uint8_t *bytes, size_t size);
bool core_text_read(const struct core_input *in); /**< its bytes are then those of Zephyr's format */

#endif
